-- A store of tables with this schema: the schema's own text, with a stored journal put into it by hand. It isn't a dump of
-- an old program's file. It is never changed: every later program must be able to read it.
CREATE TABLE tables (
    name TEXT COLLATE "C" PRIMARY KEY,
    header TEXT NOT NULL,
    revision BIGINT NOT NULL,
    summary TEXT NOT NULL,
    modified TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    maker BYTEA,
    note BYTEA NOT NULL DEFAULT '',
    people BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX tables_by_maker ON tables (maker);
CREATE TABLE entries (
    name TEXT COLLATE "C" NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (name, revision)
);
CREATE TABLE holders (
    name TEXT COLLATE "C" NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    place BIGINT NOT NULL,
    holder BYTEA NOT NULL,
    PRIMARY KEY (name, seat, place),
    UNIQUE (holder, name, seat)
);
CREATE TABLE links (
    token BYTEA PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    UNIQUE (name, purpose)
);
CREATE TABLE reviews (
    name TEXT COLLATE "C" PRIMARY KEY REFERENCES tables (name) ON DELETE CASCADE,
    review TEXT NOT NULL
);
CREATE TABLE parlor_schema (version BIGINT NOT NULL);
INSERT INTO tables VALUES ('congkak-2026-11-15-20-07-08-1', 'parlor journal 1
game congkak
human person Ada
computer program novice
seed 5
dice random
rounds 1
begin
', 8, 'unfinished round 1 human 16 computer 34 size 5', '2026-11-15 20:07:08+00', '\x0707070707070707070707070707070707070707070707070707070707070707', 'help off', 3);
INSERT INTO tables VALUES ('congkak-2026-11-15-20-07-08-2', 'parlor journal 1
game congkak
human person Ada
computer program novice
seed 5
dice random
rounds 1
begin
', 0, 'unfinished round 1 human 0 computer 0', '2026-11-15 20:07:08+00', NULL, '', 0);
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 1, 'human size 5');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 2, 'human heads');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 3, 'coin tails');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 4, 'human play');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 5, 'computer pit B ← 8.0 ← It captures 6 seeds from pit S. ← It keeps sowing for 2 laps and banks 8 seeds. ← It protects 6 seeds in pit A from capture by pit T. ← It starves the opponent''s row, from 25 seeds down to 18. ← It leaves the opponent at most 11 seeds to bank in a whole turn. ← It was weighed against pit A, which earns another play: its last seed falls into the store.');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 6, 'human play');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 7, 'human pit R');
INSERT INTO entries VALUES ('congkak-2026-11-15-20-07-08-1', 8, 'human play');
INSERT INTO holders VALUES ('congkak-2026-11-15-20-07-08-1', 'Human', 0, '\x0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO holders VALUES ('congkak-2026-11-15-20-07-08-1', 'Computer', 0, '\x0808080808080808080808080808080808080808080808080808080808080808');
INSERT INTO links VALUES ('\x0123456789abcdef0123456789abcdef', 'congkak-2026-11-15-20-07-08-1', 'watch');
INSERT INTO reviews VALUES ('congkak-2026-11-15-20-07-08-1', 'a review');
INSERT INTO parlor_schema VALUES (1);
