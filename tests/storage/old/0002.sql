BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE aliases (
	kind VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	target VARCHAR NOT NULL, 
	CONSTRAINT pk_aliases PRIMARY KEY (kind, folded)
);
CREATE TABLE copies (
	game VARCHAR NOT NULL,
	part VARCHAR NOT NULL,
	"key" VARCHAR NOT NULL,
	value TEXT NOT NULL,
	at DATETIME NOT NULL,
	CONSTRAINT pk_copies PRIMARY KEY (game, part, "key")
);
INSERT INTO "copies" VALUES('carpe-diem','villa_chart','4','7','2025-11-02 20:13:00.000714');
CREATE TABLE imports (
	id VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	what VARCHAR NOT NULL, 
	undone DATETIME, 
	CONSTRAINT pk_imports PRIMARY KEY (id)
);
CREATE TABLE lines (
	play_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	rule VARCHAR NOT NULL, 
	points INTEGER NOT NULL, 
	CONSTRAINT pk_lines PRIMARY KEY (play_id, seat, rule), 
	CONSTRAINT fk_lines_play_id FOREIGN KEY(play_id) REFERENCES plays (id)
);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',0,'victory_cards',1);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',0,'items',1);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',0,'prestige',2);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',0,'frame',0);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',0,'fountains',0);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',0,'villas',0);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',1,'victory_cards',1);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',1,'items',4);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',1,'prestige',2);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',1,'frame',0);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',1,'fountains',0);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',1,'villas',0);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',2,'victory_cards',1);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',2,'items',0);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',2,'prestige',2);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',2,'frame',0);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',2,'fountains',0);
INSERT INTO "lines" VALUES('05b6e6e307d4bedc51431193e6c3f339',2,'villas',0);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',0,'victory_cards',1);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',0,'items',3);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',0,'prestige',2);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',0,'frame',0);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',0,'fountains',0);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',0,'villas',0);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',1,'victory_cards',1);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',1,'items',0);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',1,'prestige',2);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',1,'frame',0);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',1,'fountains',0);
INSERT INTO "lines" VALUES('35bf992dc9e9c616612e7696a6cecc1b',1,'villas',0);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',0,'victory_cards',1);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',0,'items',0);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',0,'prestige',2);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',0,'frame',0);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',0,'fountains',0);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',0,'villas',0);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',1,'victory_cards',1);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',1,'items',0);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',1,'prestige',2);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',1,'frame',0);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',1,'fountains',0);
INSERT INTO "lines" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',1,'villas',0);
INSERT INTO "lines" VALUES('c381e88f38c0c8fd8712b8bc076f3787',0,'debt',-4);
CREATE TABLE places (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	seen DATETIME NOT NULL, 
	import_id VARCHAR, 
	CONSTRAINT pk_places PRIMARY KEY (id), 
	CONSTRAINT uq_places_folded UNIQUE (folded), 
	CONSTRAINT fk_places_import_id FOREIGN KEY(import_id) REFERENCES imports (id)
);
CREATE TABLE play_revisions (
	play_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	what VARCHAR NOT NULL, 
	content TEXT NOT NULL, 
	import_id VARCHAR, 
	CONSTRAINT pk_play_revisions PRIMARY KEY (play_id, number), 
	CONSTRAINT fk_play_revisions_play_id FOREIGN KEY(play_id) REFERENCES plays (id), 
	CONSTRAINT fk_play_revisions_import_id FOREIGN KEY(import_id) REFERENCES imports (id)
);
CREATE TABLE players (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	colour VARCHAR NOT NULL, 
	shape VARCHAR NOT NULL, 
	seen DATETIME NOT NULL, 
	hidden BOOLEAN NOT NULL, 
	import_id VARCHAR, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT uq_players_folded UNIQUE (folded), 
	CONSTRAINT fk_players_import_id FOREIGN KEY(import_id) REFERENCES imports (id)
);
INSERT INTO "players" VALUES('1e2feb89414c343c1027c4d1c386bbc4','ben','ben','green','square','2025-11-02 19:03:00.000404',0,NULL);
INSERT INTO "players" VALUES('b2221a58008a05a6c4647159c324c985','Zoë','zoë','red','circle','2025-11-02 19:03:00.000404',0,NULL);
INSERT INTO "players" VALUES('cd447e35b8b6d8fe442e3d437204e52d','O''Neil „X“','o''neil „x“','blue','triangle','2025-11-02 19:03:00.000404',0,NULL);
INSERT INTO "players" VALUES('c9640acd63b748aaa3d71374ae6eeeda','Ann','ann','red','circle','2025-11-02 18:28:00.000249',1,NULL);
CREATE TABLE plays (
	id VARCHAR NOT NULL, 
	table_id VARCHAR, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	edition VARCHAR NOT NULL, 
	begun DATETIME, 
	finished DATETIME NOT NULL, 
	day VARCHAR NOT NULL, 
	place_id VARCHAR, 
	note VARCHAR NOT NULL, 
	source VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	edited DATETIME, 
	reopened BOOLEAN NOT NULL, 
	removed DATETIME, 
	import_id VARCHAR, 
	beside TEXT NOT NULL, 
	sheet TEXT NOT NULL, 
	document TEXT, 
	CONSTRAINT pk_plays PRIMARY KEY (id), 
	CONSTRAINT fk_plays_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_plays_place_id FOREIGN KEY(place_id) REFERENCES places (id), 
	CONSTRAINT fk_plays_import_id FOREIGN KEY(import_id) REFERENCES imports (id)
);
INSERT INTO "plays" VALUES('05b6e6e307d4bedc51431193e6c3f339','1a2b8f1ff1fd42a29755d4c13a902931','carpe-diem','Carpe Diem','first edition','2025-11-02 19:10:00.000435','2025-11-02 19:24:00.000497','2025-11-02',NULL,'','',1,NULL,0,NULL,NULL,'{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"}],"ticked":[],"checked":[]}','{"game":"carpe-diem","columns":[{"player":"Zoë","total":4,"lines":[{"rule":"victory_cards","points":1,"because":"1 point on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":1,"because":"2 goods: 2 items, halved and rounded down","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":2,"because":"on space 2","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":0,"because":"no completed villa","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]},{"player":"ben","total":7,"lines":[{"rule":"victory_cards","points":1,"because":"1 point on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":4,"because":"9 coins: 9 items, halved and rounded down","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":2,"because":"on space 2","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":0,"because":"no completed villa","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]},{"player":"O''Neil „X“","total":3,"lines":[{"rule":"victory_cards","points":1,"because":"1 point on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":0,"because":"nothing left","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":2,"because":"on space 2","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":0,"because":"no completed villa","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]}],"standings":[{"place":1,"player":"ben","total":7,"decided_by":"points"},{"place":2,"player":"Zoë","total":4,"decided_by":"points"},{"place":3,"player":"O''Neil „X“","total":3,"decided_by":""}]}','{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Zoë","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0},"goods":{"fish":2}},{"name":"ben","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0},"coins":9},{"name":"O''Neil „X“","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0}}],"edition":"first"}}');
INSERT INTO "plays" VALUES('35bf992dc9e9c616612e7696a6cecc1b','78e510617311d8a3c2ce6f447ed4d57b','carpe-diem','Carpe Diem','second edition','2025-11-02 18:14:00.000187','2025-11-02 18:28:00.000249','2025-11-02',NULL,'','',1,NULL,0,NULL,NULL,'{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}],"ticked":[],"checked":[]}','{"game":"carpe-diem","columns":[{"player":"Ann","total":6,"lines":[{"rule":"victory_cards","points":1,"because":"1 point on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":3,"because":"4 goods and 2 coins: 6 items, halved and rounded down","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":2,"because":"on space 2","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":0,"because":"no completed villa","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]},{"player":"Ben","total":3,"lines":[{"rule":"victory_cards","points":1,"because":"1 point on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":0,"because":"nothing left","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":2,"because":"on space 2","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":0,"because":"no completed villa","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]}],"standings":[{"place":1,"player":"Ann","total":6,"decided_by":"points"},{"place":2,"player":"Ben","total":3,"decided_by":""}]}','{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Ann","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0},"goods":{"fish":4},"coins":2},{"name":"Ben","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0}}]}}');
INSERT INTO "plays" VALUES('9b810e766ec9d28663ca828dd5f4b3b2','e4b06ce60741c7a87ce42c8218072e8c','carpe-diem','Carpe Diem','second edition','2025-11-02 18:42:00.000311','2025-11-02 18:56:00.000373','2025-11-02',NULL,'','',1,NULL,0,'2025-11-02 19:31:00.000528',NULL,'{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}],"ticked":[],"checked":[]}','{"game":"carpe-diem","columns":[{"player":"Ben","total":3,"lines":[{"rule":"victory_cards","points":1,"because":"1 point on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":0,"because":"nothing left","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":2,"because":"on space 2","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":0,"because":"no completed villa","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]},{"player":"Ann","total":3,"lines":[{"rule":"victory_cards","points":1,"because":"1 point on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":0,"because":"nothing left","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":2,"because":"on space 2","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":0,"because":"no completed villa","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]}],"standings":[{"place":1,"player":"Ann","total":3,"decided_by":"writs_left"},{"place":2,"player":"Ben","total":3,"decided_by":""}]}','{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Ben","victory_cards":1,"prestige":2,"writs_left":1,"tally":{"counts":{},"villas":[],"chimneys":0}},{"name":"Ann","victory_cards":1,"prestige":2,"writs_left":2,"tally":{"counts":{},"villas":[],"chimneys":0}}]}}');
INSERT INTO "plays" VALUES('c381e88f38c0c8fd8712b8bc076f3787','b9d179e06c0fd4f5f8130c4237730edf','a-game-of-tomorrow','a-game-of-tomorrow','','2025-11-02 19:59:00.000652','2025-11-02 20:06:00.000683','2025-11-02',NULL,'','',1,NULL,0,NULL,NULL,'{}','{"game":"a-game-of-tomorrow","columns":[{"player":"Zoë","total":-4,"lines":[{"rule":"debt","points":-4,"because":"","cells":[],"ref":""}]}],"standings":[{"place":1,"player":"Zoë","total":-4,"decided_by":""}]}','{"game":"a-game-of-tomorrow","format":3,"table":{}}');
CREATE TABLE revisions (
	table_id VARCHAR NOT NULL,
	number INTEGER NOT NULL,
	author VARCHAR NOT NULL,
	label VARCHAR NOT NULL,
	changes TEXT NOT NULL,
	at DATETIME NOT NULL,
	kind VARCHAR NOT NULL,
	state VARCHAR NOT NULL,
	CONSTRAINT pk_revisions PRIMARY KEY (table_id, number),
	CONSTRAINT fk_revisions_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "revisions" VALUES('78e510617311d8a3c2ce6f447ed4d57b',1,'player 1','Cards: 1','[]','2025-11-02 18:21:00.000218','step','done');
INSERT INTO "revisions" VALUES('e4b06ce60741c7a87ce42c8218072e8c',1,'player 1','Cards: 1','[]','2025-11-02 18:49:00.000342','step','done');
INSERT INTO "revisions" VALUES('1a2b8f1ff1fd42a29755d4c13a902931',1,'player 1','Cards: 1','[]','2025-11-02 19:17:00.000466','step','done');
INSERT INTO "revisions" VALUES('025b413f8a9a021ea648a7dd06839eb9',1,'player 1','Coins: 3','[{"path":"table/players/0/name","before":"Ann","after":"Ben"},{"path":"table/players/0/writs_left","before":0,"after":1},{"path":"table/players/0/goods","before":{"holder":"fields"}},{"path":"table/players/0/goods/fish","before":4},{"path":"table/players/0/coins","before":2},{"path":"table/players/1/name","before":"Ben","after":"Ann"},{"path":"table/players/1/writs_left","before":0,"after":2}]','2025-11-02 19:45:00.000590','step','done');
CREATE TABLE seats (
	play_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	total INTEGER, 
	place INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	position INTEGER, 
	CONSTRAINT pk_seats PRIMARY KEY (play_id, seat), 
	CONSTRAINT fk_seats_play_id FOREIGN KEY(play_id) REFERENCES plays (id), 
	CONSTRAINT fk_seats_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
INSERT INTO "seats" VALUES('05b6e6e307d4bedc51431193e6c3f339',0,'b2221a58008a05a6c4647159c324c985','Zoë',4,2,0,0);
INSERT INTO "seats" VALUES('05b6e6e307d4bedc51431193e6c3f339',1,'1e2feb89414c343c1027c4d1c386bbc4','ben',7,1,1,1);
INSERT INTO "seats" VALUES('05b6e6e307d4bedc51431193e6c3f339',2,'cd447e35b8b6d8fe442e3d437204e52d','O''Neil „X“',3,3,0,2);
INSERT INTO "seats" VALUES('35bf992dc9e9c616612e7696a6cecc1b',0,'c9640acd63b748aaa3d71374ae6eeeda','Ann',6,1,1,0);
INSERT INTO "seats" VALUES('35bf992dc9e9c616612e7696a6cecc1b',1,'1e2feb89414c343c1027c4d1c386bbc4','Ben',3,2,0,1);
INSERT INTO "seats" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',0,'1e2feb89414c343c1027c4d1c386bbc4','Ben',3,2,0,0);
INSERT INTO "seats" VALUES('9b810e766ec9d28663ca828dd5f4b3b2',1,'c9640acd63b748aaa3d71374ae6eeeda','Ann',3,1,1,1);
INSERT INTO "seats" VALUES('c381e88f38c0c8fd8712b8bc076f3787',0,'b2221a58008a05a6c4647159c324c985','Zoë',-4,1,1,0);
CREATE TABLE settings (
	"key" VARCHAR NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_settings PRIMARY KEY ("key")
);
INSERT INTO "settings" VALUES('theme','"dark"');
INSERT INTO "settings" VALUES('text','1.25');
CREATE TABLE tables (
	id VARCHAR NOT NULL,
	game VARCHAR NOT NULL,
	document TEXT NOT NULL,
	beside TEXT NOT NULL,
	revision INTEGER NOT NULL,
	state VARCHAR NOT NULL,
	created DATETIME NOT NULL,
	changed DATETIME NOT NULL,
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('78e510617311d8a3c2ce6f447ed4d57b','carpe-diem','{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Ann","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0},"goods":{"fish":4},"coins":2},{"name":"Ben","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0}}]}}','{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}],"ticked":[],"checked":[]}',1,'finished','2025-11-02 18:14:00.000187','2025-11-02 18:28:00.000249');
INSERT INTO "tables" VALUES('e4b06ce60741c7a87ce42c8218072e8c','carpe-diem','{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Ben","victory_cards":1,"prestige":2,"writs_left":1,"tally":{"counts":{},"villas":[],"chimneys":0}},{"name":"Ann","victory_cards":1,"prestige":2,"writs_left":2,"tally":{"counts":{},"villas":[],"chimneys":0}}]}}','{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}],"ticked":[],"checked":[]}',1,'finished','2025-11-02 18:42:00.000311','2025-11-02 18:56:00.000373');
INSERT INTO "tables" VALUES('1a2b8f1ff1fd42a29755d4c13a902931','carpe-diem','{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Zoë","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0},"goods":{"fish":2}},{"name":"ben","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0},"coins":9},{"name":"O''Neil „X“","victory_cards":1,"prestige":2,"writs_left":0,"tally":{"counts":{},"villas":[],"chimneys":0}}],"edition":"first"}}','{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"}],"ticked":[],"checked":[]}',1,'finished','2025-11-02 19:10:00.000435','2025-11-02 19:24:00.000497');
INSERT INTO "tables" VALUES('025b413f8a9a021ea648a7dd06839eb9','carpe-diem','{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Ben","victory_cards":1,"prestige":2,"writs_left":1,"tally":{"counts":{},"villas":[],"chimneys":0}},{"name":"Ann","victory_cards":1,"prestige":2,"writs_left":2,"tally":{"counts":{},"villas":[],"chimneys":0}}]}}','{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}]}',1,'running','2025-11-02 19:38:00.000559','2025-11-02 19:45:00.000590');
INSERT INTO "tables" VALUES('afbd67f9619699cfe1988ad9f06c144a','carpe-diem','{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Ben","victory_cards":1,"prestige":2,"writs_left":1,"tally":{"counts":{},"villas":[],"chimneys":0}},{"name":"Ann","victory_cards":1,"prestige":2,"writs_left":2,"tally":{"counts":{},"villas":[],"chimneys":0}}]}}','{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}]}',0,'removed','2025-11-02 19:52:00.000621','2025-11-02 19:52:00.000621');
INSERT INTO "tables" VALUES('b9d179e06c0fd4f5f8130c4237730edf','a-game-of-tomorrow','{"game":"a-game-of-tomorrow","format":3,"table":{}}','{}',0,'finished','2025-11-02 19:59:00.000652','2025-11-02 20:06:00.000683');
CREATE INDEX ix_places_import_id ON places (import_id);
CREATE INDEX ix_players_import_id ON players (import_id);
CREATE INDEX ix_plays_shown ON plays (removed, finished, id, game, day, begun, place_id);
CREATE INDEX ix_plays_shown_of_game ON plays (game, removed, finished, id, day, begun, place_id);
CREATE INDEX ix_plays_table_id ON plays (table_id);
CREATE INDEX ix_plays_place_id ON plays (place_id);
CREATE INDEX ix_plays_source ON plays (source);
CREATE INDEX ix_plays_import_id ON plays (import_id);
CREATE INDEX ix_seats_player_id_play_id ON seats (player_id, play_id);
CREATE INDEX ix_play_revisions_import_id ON play_revisions (import_id);
COMMIT;
