;;; A bot for Kono in Common Lisp, without libraries. With SBCL: sbcl --script kono.lisp
;;;
;;; It takes what it can, goes to the home points with the highest values, and otherwise steps forward.

(defvar *line*)
(defvar *at*)

(defun next-char ()
  (setf *at* (position-if-not (lambda (c) (member c '(#\Space #\Tab #\Return))) *line* :start *at*))
  (char *line* *at*))

(defun read-text ()
  ;; Nothing that this bot looks at is escaped.
  (let ((start (1+ *at*)))
    (loop do (incf *at*) (when (char= (char *line* *at*) #\\) (incf *at* 2))
          until (char= (char *line* *at*) #\"))
    (incf *at*)
    (subseq *line* start (1- *at*))))

(defun read-json ()
  "A value of JSON: an object is a list of pairs, null, true and false are NIL."
  (let ((first (next-char)))
    (cond ((char= first #\") (read-text))
          ((find first "{[")
           (incf *at*)
           (loop until (find (next-char) "}]")
                 do (when (char= (next-char) #\,) (incf *at*) (next-char))
                 collect (if (char= first #\[)
                             (read-json)
                             (let ((name (read-text)))
                               (next-char)
                               (incf *at*) ; the colon
                               (cons name (read-json))))
                 finally (incf *at*)))
          (t (let ((end (or (position-if (lambda (c) (find c ",]} ")) *line* :start *at*) (length *line*))))
               (prog1 (parse-integer *line* :start *at* :end end :junk-allowed t)
                 (setf *at* end)))))))

(defun field (object &rest names)
  (dolist (name names object)
    (setf object (cdr (assoc name object :test #'string=)))))

(defparameter *directions* '((-1 -1 "northwest") (-1 1 "northeast") (1 1 "southeast") (1 -1 "southwest")))

(defun color (cell) (char cell 0))
(defun double-p (cell) (= (length cell) 2))

(defun home-value (row column size color)
  "The value of a point where the other colour started, or NIL. Rows and columns count from 0."
  (let ((left (if (char= color #\W) (- size 1 row) row))
        (edge (min column (- size 1 column))))
    (cond ((zerop left) (case edge (0 3) (1 1) (t (1+ (* 2 edge)))))
          ((and (= left 1) (zerop edge)) 1))))

(defun gain (board size color row column to-row to-column)
  "How good a step is: captures, then values of home points, then the way forward."
  (let* ((there (aref board to-row to-column))
         (forward (if (char= color #\W) (- to-row row) (- row to-row)))
         (from-home (home-value row column size color))
         (to-home (home-value to-row to-column size color)))
    (+ (if (string= there "O") 0 500)
       (* 50 (- (or to-home 0) (or from-home 0)))
       (if from-home -100 (* 10 forward))
       (random 5))))

(defun best (position)
  "The best step as JSON, or a pass."
  (let* ((size (field position "size"))
         (board (make-array (list size size) :initial-contents (field position "board")))
         (mine (if (string= (field position (field position "next") "color") "white") #\W #\B))
         (found "\"pass\"") (most nil))
    (dotimes (row size found)
      (dotimes (column size)
        (let ((piece (aref board row column)))
          (when (char= (color piece) mine)
            (loop for (south east name) in *directions*
                  for to-row = (+ row south)
                  for to-column = (+ column east)
                  when (array-in-bounds-p board to-row to-column)
                    do (let ((there (color (aref board to-row to-column))))
                         (when (or (char= there #\O) (and (double-p piece) (char/= there mine)))
                           (let ((gain (gain board size mine row column to-row to-column)))
                             (when (or (null most) (> gain most))
                               (setf most gain
                                     found (format nil "{\"piece\":[~d,~d],\"direction\":\"~a\"}"
                                                   (1+ row) (1+ column) name)))))))))))))

(defun answer (request)
  (let ((method (field request "method"))
        (position (field request "params" "position")))
    (cond ((string= method "version") "\"result\":{\"name\":\"walker\",\"version\":\"1\"}")
          ((and (string= method "best") (string= (field position "game") "kono"))
           (format nil "\"result\":{\"move\":~a}" (best position)))
          (t "\"error\":{\"code\":-32601,\"message\":\"this bot plays only Kono\"}"))))

(loop for *line* = (read-line *standard-input* nil)
      while *line*
      do (setf *at* 0)
         (let ((request (read-json)))
           (format t "{\"jsonrpc\":\"2.0\",\"id\":~d,~a}~%" (field request "id") (answer request))
           (finish-output))) ; Without it the answer would stay in the buffer.
