(
   2

   4

   White

   0

   Black

   ( ( W  BB  W  W  O )
     ( O  O  O  W  W )
     ( O  W  O  B  O )
     ( B  O  WW  O  O )
     ( B  O  B  O  B ) )

   Human
)
