(
   1

   0

   ()

   0

   ()

   ( ( W  W  W  W  W )
     ( W  O  O  O  W )
     ( O  O  O  O  O )
     ( B  O  O  O  B )
     ( B  B  B  B  B ) )

   ()
)
