[
   2,

   4,

   white,

   0,

   black,

   [ [ w,  bb,  w,  w,  o ],
     [ o,  o,  o,  w,  w ],
     [ o,  w,  o,  b,  o ],
     [ b,  o,  ww,  o,  o ],
     [ b,  o,  b,  o,  b ] ],

   human
].
