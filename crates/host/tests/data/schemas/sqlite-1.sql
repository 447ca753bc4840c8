-- A store of tables with this schema: the schema's own text, with a stored journal put into it by hand. It isn't a dump of
-- an old program's file. It is never changed: every later program must be able to read it.
CREATE TABLE tables (
    name TEXT PRIMARY KEY,
    header TEXT NOT NULL,
    revision INTEGER NOT NULL,
    summary TEXT NOT NULL,
    modified INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE entries (
    name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (name, revision)
) WITHOUT ROWID;
CREATE TABLE seats (
    name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    holder BLOB NOT NULL,
    PRIMARY KEY (name, seat)
) WITHOUT ROWID;
CREATE INDEX tables_by_time ON tables (modified);
INSERT INTO tables VALUES ('congkak-2026-11-15-20-07-08-1', 'parlor journal 1
game congkak
human person Ada
computer program novice
seed 5
dice random
rounds 1
begin
', 8, 'unfinished round 1 human 16 computer 34 size 5', 1794773228000000);
INSERT INTO tables VALUES ('congkak-2026-11-15-20-07-08-2', 'parlor journal 1
game congkak
human person Ada
computer program novice
seed 5
dice random
rounds 1
begin
', 0, 'unfinished round 1 human 0 computer 0', 1794773228000000);
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 1, 'human size 5');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 2, 'human heads');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 3, 'coin tails');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 4, 'human play');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 5, 'computer pit B ← 8.0 ← It captures 6 seeds from pit S. ← It keeps sowing for 2 laps and banks 8 seeds. ← It protects 6 seeds in pit A from capture by pit T. ← It starves the opponent''s row, from 25 seeds down to 18. ← It leaves the opponent at most 11 seeds to bank in a whole turn. ← It was weighed against pit A, which earns another play: its last seed falls into the store.');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 6, 'human play');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 7, 'human pit R');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 8, 'human play');
INSERT INTO seats VALUES ('congkak-2026-11-15-20-07-08-1', 'Human', x'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO seats VALUES ('congkak-2026-11-15-20-07-08-1', 'Computer', x'0808080808080808080808080808080808080808080808080808080808080808');
PRAGMA user_version = 1;
