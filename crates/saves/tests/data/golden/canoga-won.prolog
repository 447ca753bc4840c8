[
   [
      [ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ],
      0
   ],

   [
      [ 1, 2, *, 4, 5, 6, 7, *, 9, * ],
      15
   ],

   computer,

   computer
].
% Round won by: Human
