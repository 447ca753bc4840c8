% A bot for Canoga in Prolog, without libraries for JSON. With SWI-Prolog: swipl canoga.pl
%
% It covers with as few and as large squares as it can, and uncovers only if nothing can be covered.

:- initialization(main, main).
:- set_prolog_flag(double_quotes, codes).

% A value of JSON: object([Name-Value, ...]), a list, text(Atom), a number, or none for null, true and false.
value(Value) --> blanks, something(Value), blanks.

something(object(Fields)) --> "{", !, blanks, fields(Fields).
something(List) --> "[", !, blanks, items(List).
something(text(Atom)) --> "\"", !, characters(Codes), { atom_codes(Atom, Codes) }.
something(Value) --> word(Codes), { catch(number_codes(Value, Codes), _, Value = none) }.

fields([]) --> "}", !.
fields([Name-Value | Fields]) --> value(text(Name)), ":", value(Value), more(0'}, Next), rest(Next, fields(Fields), Fields).

items([]) --> "]", !.
items([Value | Values]) --> value(Value), more(0'], Next), rest(Next, items(Values), Values).

% A comma and more, or the end.
more(_, yes) --> ",", !, blanks.
more(End, no) --> [End].

rest(yes, More, _) --> call(More).
rest(no, _, []) --> [].

% Nothing that this bot looks at is escaped.
characters([]) --> "\"", !.
characters([C | Codes]) --> "\\", !, [C], characters(Codes).
characters([C | Codes]) --> [C], characters(Codes).

word([C | Codes]) --> [C], { \+ memberchk(C, " \t\r,]}") }, !, word_end(Codes).
word_end(Codes) --> word(Codes), !.
word_end([]) --> [].

blanks --> [C], { memberchk(C, " \t\r\n") }, !, blanks.
blanks --> [].

% The content of an object's field, or none.
field(object(Fields), Name, Value) :- memberchk(Name-Value, Fields), !.
field(_, _, none).

other(human, computer).
other(computer, human).

% Squares of the list, given large first, that add up to the sum: small sets before large ones.
choose(Squares, Sum, Chosen) :-
    member(Count, [1, 2, 3, 4]),
    length(Chosen, Count),
    adding_up(Squares, Sum, Chosen), !.

adding_up(_, 0, []).
adding_up([Square | Squares], Sum, [Square | Chosen]) :-
    Square =< Sum,
    Rest is Sum - Square,
    adding_up(Squares, Rest, Chosen).
adding_up([_ | Squares], Sum, [Square | Chosen]) :- adding_up(Squares, Sum, [Square | Chosen]).

% The squares that I can cover and uncover, large first.
squares(Position, Open, Uncoverable) :-
    field(Position, next, text(Me)),
    other(Me, Other),
    field(Position, size, Size),
    field(Position, Me, Mine),
    field(Mine, covered, Covered),
    field(Position, Other, Theirs),
    field(Theirs, covered, Targets),
    findall(Square, (between(1, Size, Low), Square is Size + 1 - Low), All),
    exclude([Square]>>memberchk(Square, Covered), All, Open),
    field(Position, advantage, Advantage),
    include([Square]>>(memberchk(Square, Targets), \+ locked(Advantage, Other, Square)), All, Uncoverable).

locked(Advantage, Player, Square) :-
    field(Advantage, player, text(Player)),
    field(Advantage, square, Square).

% The result of a request for a number of dice or, once they are thrown, for a move.
best(Position, none, Result) :-
    squares(Position, Open, _),
    sum_list(Open, Points),
    ( Points =< 6 -> Dice = 1 ; Dice = 2 ),
    format(atom(Result), '{"throw":~d}', [Dice]).
best(Position, [Die | Dice], Result) :-
    sum_list([Die | Dice], Sum),
    squares(Position, Open, Uncoverable),
    ( choose(Open, Sum, Chosen) -> Verb = cover ; choose(Uncoverable, Sum, Chosen), Verb = uncover ),
    atomic_list_concat(Chosen, ',', List),
    format(atom(Result), '{"move":{"~w":[~w]}}', [Verb, List]).

answer(Request, '"result":{"name":"logic","version":"1"}') :-
    field(Request, method, text(version)), !.
answer(Request, Answer) :-
    field(Request, method, text(best)),
    field(Request, params, Params),
    field(Params, position, Position),
    field(Position, game, text(canoga)), !,
    field(Params, dice, Dice),
    best(Position, Dice, Result),
    format(atom(Answer), '"result":~w', [Result]).
answer(_, '"error":{"code":-32601,"message":"this bot plays only Canoga"}').

main :-
    next_line(Line),
    ( Line == end -> true
    ; phrase(value(Request), Line),
      field(Request, id, Id),
      answer(Request, Answer),
      format('{"jsonrpc":"2.0","id":~w,~w}~n', [Id, Answer]),
      flush_output, % Without it the answer would stay in the buffer.
      main ).

next_line(Line) :-
    read_line_to_string(user_input, Text),
    ( Text == end_of_file -> Line = end ; string_codes(Text, Line) ).
