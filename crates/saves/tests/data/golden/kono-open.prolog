[
   1,

   0,

   [],

   0,

   [],

   [ [ w,  w,  w,  w,  w ],
     [ w,  o,  o,  o,  w ],
     [ o,  o,  o,  o,  o ],
     [ b,  o,  o,  o,  b ],
     [ b,  b,  b,  b,  b ] ],

   []
].
