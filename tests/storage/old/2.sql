BEGIN TRANSACTION;
CREATE TABLE aliases (
	checksum BIGINT, 
	kind VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	target VARCHAR NOT NULL, 
	CONSTRAINT pk_aliases PRIMARY KEY (kind, folded)
);
INSERT INTO "aliases" VALUES(2786805928,'player','bert','Bert','309d6b79965e4a329ae445508201e2bd');
CREATE TABLE copies (
	checksum BIGINT, 
	game VARCHAR NOT NULL, 
	part VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	value TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_copies PRIMARY KEY (game, part, "key")
);
INSERT INTO "copies" VALUES(2960726720,'carpe-diem','villa_chart','4','7','2024-03-01 19:50:00.000250');
INSERT INTO "copies" VALUES(3445972150,'carpe-diem','frame_goal','villa 3','{"kind":"villa","points":3}','2024-03-01 19:51:00.000250');
INSERT INTO "copies" VALUES(1139166453,'little-town','buildings','barn','2','2024-03-01 19:52:00.000250');
INSERT INTO "copies" VALUES(1775428822,'little-town','buildings','pier','1','2024-03-01 19:52:00.000250');
CREATE TABLE deleted_plays ( checksum BIGINT, id VARCHAR NOT NULL, at DATETIME NOT NULL, versions TEXT NOT NULL, CONSTRAINT pk_deleted_plays PRIMARY KEY (id));
INSERT INTO "deleted_plays" VALUES(3913755930,'73f778aaf6fa4db8a56abd72fb710734','2025-04-05 19:32:00.000250','["001709321700000-5088a08d3428cc1f-tessera","001709322060000-c262c28fe3a3ab5f"]');
CREATE TABLE devices (
	checksum BIGINT, 
	id VARCHAR NOT NULL, 
	token VARCHAR NOT NULL, 
	host BOOLEAN NOT NULL, 
	settings TEXT NOT NULL, 
	seen DATETIME NOT NULL, 
	CONSTRAINT pk_devices PRIMARY KEY (id), 
	CONSTRAINT uq_devices_token UNIQUE (token)
);
INSERT INTO "devices" VALUES(2177082640,'af5570eed8e94b158452ef05f542441d','812dd692a24e3865496acc3de2bfa08f57f08ca11e7b4ab7e86f1b93bd0df390',0,'{"text_size":"large"}','2024-03-01 19:53:00.000250');
INSERT INTO "devices" VALUES(3544173328,'ed52a24135b04a54b6a80bdf0023b682','9b527f07ec5ec0d36d9f717ebc43d41da65136e17ceafa17aa6ed7b23f62de5b',1,'{}','2024-03-01 19:55:00.000250');
CREATE TABLE guests (
	checksum BIGINT, 
	table_id VARCHAR NOT NULL, 
	device_id VARCHAR NOT NULL, 
	player INTEGER, 
	wants INTEGER, 
	since DATETIME NOT NULL, 
	CONSTRAINT pk_guests PRIMARY KEY (table_id, device_id), 
	CONSTRAINT uq_guests_table_id_player UNIQUE (table_id, player), 
	CONSTRAINT fk_guests_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_guests_device_id FOREIGN KEY(device_id) REFERENCES devices (id)
);
INSERT INTO "guests" VALUES(2663565261,'ee82ec3ffee545b28d1fe1daff666589','af5570eed8e94b158452ef05f542441d',1,NULL,'2024-03-01 19:53:00.000250');
INSERT INTO "guests" VALUES(2811386379,'ee82ec3ffee545b28d1fe1daff666589','ed52a24135b04a54b6a80bdf0023b682',NULL,1,'2024-03-01 19:54:00.000250');
CREATE TABLE imports (
	checksum BIGINT, 
	id VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	what VARCHAR NOT NULL, 
	counts TEXT NOT NULL, 
	undone DATETIME, 
	CONSTRAINT pk_imports PRIMARY KEY (id)
);
INSERT INTO "imports" VALUES(3650468629,'834c687a3acb4266820ba2c250b601fc','2024-03-01 19:49:00.000250','plays.jsonl','{"added":2}',NULL);
CREATE TABLE join_codes (
	checksum BIGINT, 
	id VARCHAR NOT NULL, 
	secret VARCHAR NOT NULL, 
	locked BOOLEAN NOT NULL, 
	CONSTRAINT pk_join_codes PRIMARY KEY (id)
);
INSERT INTO "join_codes" VALUES(3091461164,'ee82ec3ffee545b28d1fe1daff666589','xxxxxxxxxxxxxxxxxxxxxxxx',0);
INSERT INTO "join_codes" VALUES(760353447,'host','yyyyyyyyyyyyyyyyyyyyyyyy',0);
CREATE TABLE journal (
	checksum BIGINT, 
	import_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	"key" TEXT NOT NULL, 
	"before" TEXT, 
	"after" TEXT NOT NULL, 
	CONSTRAINT pk_journal PRIMARY KEY (import_id, number), 
	CONSTRAINT fk_journal_import_id FOREIGN KEY(import_id) REFERENCES imports (id)
);
INSERT INTO "journal" VALUES(3936404576,'834c687a3acb4266820ba2c250b601fc',1,'plays','["00000000000000000000000000000007"]','null','{"revision":1}');
INSERT INTO "journal" VALUES(3599658774,'834c687a3acb4266820ba2c250b601fc',2,'plays','["00000000000000000000000000000008"]','null','{"revision":1}');
INSERT INTO "journal" VALUES(767936880,'834c687a3acb4266820ba2c250b601fc',3,'players','["902a174f11fa4ac0879dd25a49fe85b0"]','null','{}');
INSERT INTO "journal" VALUES(3146084667,'834c687a3acb4266820ba2c250b601fc',4,'players','["111b8aaa62f24d1a8a789cb3d8b9b45c"]','null','{}');
CREATE TABLE lines (
	checksum BIGINT, 
	play_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	rule VARCHAR NOT NULL, 
	points INTEGER NOT NULL, 
	CONSTRAINT pk_lines PRIMARY KEY (play_id, seat, rule), 
	CONSTRAINT fk_lines_play_id FOREIGN KEY(play_id) REFERENCES plays (id)
);
INSERT INTO "lines" VALUES(1241759728,'5387f61376c448ae87321cc007b37e14',0,'track',0);
INSERT INTO "lines" VALUES(2048578778,'5387f61376c448ae87321cc007b37e14',0,'objects',18);
INSERT INTO "lines" VALUES(3715527808,'5387f61376c448ae87321cc007b37e14',0,'buildings',25);
INSERT INTO "lines" VALUES(1853802516,'5387f61376c448ae87321cc007b37e14',0,'coins',6);
INSERT INTO "lines" VALUES(340945435,'5387f61376c448ae87321cc007b37e14',0,'bonus',0);
INSERT INTO "lines" VALUES(3143514140,'5387f61376c448ae87321cc007b37e14',1,'track',49);
INSERT INTO "lines" VALUES(3379424707,'5387f61376c448ae87321cc007b37e14',1,'objects',0);
INSERT INTO "lines" VALUES(1207599573,'5387f61376c448ae87321cc007b37e14',1,'buildings',0);
INSERT INTO "lines" VALUES(2422634850,'5387f61376c448ae87321cc007b37e14',1,'coins',0);
INSERT INTO "lines" VALUES(53050968,'5387f61376c448ae87321cc007b37e14',1,'bonus',0);
INSERT INTO "lines" VALUES(3332090055,'4b4d8474a3ea484dbbd0334684e55160',0,'track',31);
INSERT INTO "lines" VALUES(611390018,'4b4d8474a3ea484dbbd0334684e55160',0,'castle',8);
INSERT INTO "lines" VALUES(990451364,'4b4d8474a3ea484dbbd0334684e55160',0,'watchtower',0);
INSERT INTO "lines" VALUES(3138107088,'4b4d8474a3ea484dbbd0334684e55160',0,'coins',1);
INSERT INTO "lines" VALUES(320249098,'4b4d8474a3ea484dbbd0334684e55160',1,'track',-3);
INSERT INTO "lines" VALUES(3311989070,'4b4d8474a3ea484dbbd0334684e55160',1,'castle',0);
INSERT INTO "lines" VALUES(2785474514,'4b4d8474a3ea484dbbd0334684e55160',1,'watchtower',0);
INSERT INTO "lines" VALUES(897184553,'4b4d8474a3ea484dbbd0334684e55160',1,'coins',2);
INSERT INTO "lines" VALUES(222138054,'4b4d8474a3ea484dbbd0334684e55160',2,'track',52);
INSERT INTO "lines" VALUES(777996877,'4b4d8474a3ea484dbbd0334684e55160',2,'castle',0);
INSERT INTO "lines" VALUES(3664237065,'4b4d8474a3ea484dbbd0334684e55160',2,'watchtower',0);
INSERT INTO "lines" VALUES(2516426326,'4b4d8474a3ea484dbbd0334684e55160',2,'coins',1);
INSERT INTO "lines" VALUES(4226077881,'4b4d8474a3ea484dbbd0334684e55160',3,'track',42);
INSERT INTO "lines" VALUES(3248300403,'4b4d8474a3ea484dbbd0334684e55160',3,'castle',0);
INSERT INTO "lines" VALUES(759032574,'4b4d8474a3ea484dbbd0334684e55160',3,'watchtower',10);
INSERT INTO "lines" VALUES(2189855253,'4b4d8474a3ea484dbbd0334684e55160',3,'coins',1);
INSERT INTO "lines" VALUES(4164137962,'244caf9c4dab4481b253edc618187993',0,'victory_cards',40);
INSERT INTO "lines" VALUES(551980090,'244caf9c4dab4481b253edc618187993',0,'items',0);
INSERT INTO "lines" VALUES(546977469,'244caf9c4dab4481b253edc618187993',0,'prestige',0);
INSERT INTO "lines" VALUES(3990644428,'244caf9c4dab4481b253edc618187993',0,'frame',0);
INSERT INTO "lines" VALUES(2480255882,'244caf9c4dab4481b253edc618187993',0,'fountains',0);
INSERT INTO "lines" VALUES(1935446266,'244caf9c4dab4481b253edc618187993',0,'villas',17);
INSERT INTO "lines" VALUES(2417926633,'244caf9c4dab4481b253edc618187993',1,'victory_cards',57);
INSERT INTO "lines" VALUES(933075065,'244caf9c4dab4481b253edc618187993',1,'items',0);
INSERT INTO "lines" VALUES(3141499602,'244caf9c4dab4481b253edc618187993',1,'prestige',0);
INSERT INTO "lines" VALUES(4205277839,'244caf9c4dab4481b253edc618187993',1,'frame',0);
INSERT INTO "lines" VALUES(1313040911,'244caf9c4dab4481b253edc618187993',1,'fountains',0);
INSERT INTO "lines" VALUES(388583998,'244caf9c4dab4481b253edc618187993',1,'villas',0);
CREATE TABLE photos (
	checksum BIGINT, 
	id VARCHAR NOT NULL, 
	picture TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_photos PRIMARY KEY (id)
);
INSERT INTO "photos" VALUES(1547741681,'d4e24d749a4fe2f161af2de913c0402b','YSBwaG90bw==','2024-03-01 19:31:00.000250');
CREATE TABLE places (
	checksum BIGINT, 
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	seen DATETIME NOT NULL, 
	CONSTRAINT pk_places PRIMARY KEY (id), 
	CONSTRAINT uq_places_folded UNIQUE (folded)
);
INSERT INTO "places" VALUES(3233652710,'6822a6b247354f1ca7a1149075139237','Home','home','2024-03-01 19:33:00.000250');
CREATE TABLE play_revisions (
	checksum BIGINT, 
	play_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	what VARCHAR NOT NULL, 
	play TEXT NOT NULL, 
	here BOOLEAN NOT NULL, 
	CONSTRAINT pk_play_revisions PRIMARY KEY (play_id, number), 
	CONSTRAINT fk_play_revisions_play_id FOREIGN KEY(play_id) REFERENCES plays (id)
);
INSERT INTO "play_revisions" VALUES(2879423998,'244caf9c4dab4481b253edc618187993',1,'2024-03-01 19:40:00.000250','note and place','{"id":"244caf9c4dab4481b253edc618187993","source":"","revision":1,"game":"carpe-diem","title":"Carpe Diem","edition":"second edition","begun":"2024-03-01T19:32:00.000250+00:00","finished":"2024-03-01T19:33:00.000250+00:00","day":"","place":"","note":"","players":[{"id":"309d6b79965e4a329ae445508201e2bd","name":"Nick","total":57,"place":2,"won":false,"position":0},{"id":"e3eff9c0cf444d3f89e7d15f17362f25","name":"Hank","total":57,"place":1,"won":true,"position":1}],"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}]},"document":{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Nick","victory_cards":40,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":0,"tally":{"counts":{},"villas":[3,5,5],"chimneys":21},"frame":[],"fountain_cards":[]},{"name":"Hank","victory_cards":57,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":1,"tally":{"counts":{},"villas":[],"chimneys":0},"frame":[],"fountain_cards":[]}],"edition":"second","villa_chart":{"3":3,"5":7},"prestige_end":20,"bread_sets":"unlimited"}},"sheet":{"game":"carpe-diem","columns":[{"player":"Nick","total":57,"lines":[{"rule":"victory_cards","points":40,"because":"40 points on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":0,"because":"nothing left","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":0,"because":"on space 0","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":17,"because":"3 for 3 chimneys, 7 for 5 chimneys and 7 for 5 chimneys","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]},{"player":"Hank","total":57,"lines":[{"rule":"victory_cards","points":57,"because":"57 points on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":0,"because":"nothing left","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":0,"because":"on space 0","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":0,"because":"no completed villa","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]}],"standings":[{"place":1,"player":"Hank","total":57,"decided_by":"writs_left"},{"place":2,"player":"Nick","total":57,"decided_by":""}]}}',1);
INSERT INTO "play_revisions" VALUES(1190468117,'00000000000000000000000000000008',1,'2025-04-05 19:31:00.000250','note','{"id":"00000000000000000000000000000008","source":"tessera:00000000000000000000000000000008","revision":1,"game":"bgg-230802","title":"Azul","edition":"","finished":"2024-03-04T21:30:05.000250+00:00","day":"2024-03-04","place":"","note":"","players":[{"id":"902a174f11fa4ac0879dd25a49fe85b0","name":"Ann","place":2,"won":false,"position":0},{"id":"111b8aaa62f24d1a8a789cb3d8b9b45c","name":"Annie","total":55,"place":1,"won":true,"position":1}],"extras":{},"sheet":{"columns":[{"player":"Ann","total":null,"lines":[]},{"player":"Annie","total":55,"lines":[]}],"standings":[{"place":1,"player":"Annie","total":55,"decided_by":""},{"place":2,"player":"Ann","total":null,"decided_by":""}]},"version":"001709587805000-a927decc32799f4a-tessera"}',1);
CREATE TABLE players (
	checksum BIGINT, 
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	colour VARCHAR NOT NULL, 
	shape VARCHAR NOT NULL, 
	seen DATETIME NOT NULL, 
	hidden BOOLEAN NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT uq_players_folded UNIQUE (folded)
);
INSERT INTO "players" VALUES(758811459,'73ab4876773447c187fde805ec99108d','Cathy','cathy','red','circle','2024-03-01 19:39:00.000250',0);
INSERT INTO "players" VALUES(294005246,'309d6b79965e4a329ae445508201e2bd','Nick','nick','green','square','2024-03-01 19:49:00.000250',0);
INSERT INTO "players" VALUES(1730173242,'79cb9e86830c41c28dcc69292f45e678','Zoë','zoë','blue','triangle','2024-03-01 19:31:00.000250',0);
INSERT INTO "players" VALUES(3258839771,'e3eff9c0cf444d3f89e7d15f17362f25','Hank','hank','green','square','2024-03-01 19:39:00.000250',0);
INSERT INTO "players" VALUES(802175944,'a66b0d389d95447ebd299753a7677796','White','white','red','circle','2024-03-01 19:35:00.000250',0);
INSERT INTO "players" VALUES(3636276667,'d4ea65d003d746849f8558a628518867','Purple','purple','green','square','2024-03-01 19:35:00.000250',0);
INSERT INTO "players" VALUES(3987728391,'09208a650f3e4dd3902b938b8743feb6','Black','black','blue','triangle','2024-03-01 19:35:00.000250',0);
INSERT INTO "players" VALUES(1049664024,'15c1d2dfa9964aef812d0ea67ff12229','Sophie','sophie','yellow','diamond','2024-03-01 19:39:00.000250',0);
INSERT INTO "players" VALUES(1873895636,'902a174f11fa4ac0879dd25a49fe85b0','Ann','ann','','','2024-03-04 21:30:05.000250',1);
INSERT INTO "players" VALUES(3170971257,'111b8aaa62f24d1a8a789cb3d8b9b45c','Annie','annie','','','2024-03-04 21:30:05.000250',1);
CREATE TABLE plays (
	checksum BIGINT, 
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
	extras TEXT NOT NULL, 
	sheet TEXT NOT NULL, 
	document TEXT, 
	CONSTRAINT pk_plays PRIMARY KEY (id), 
	CONSTRAINT fk_plays_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_plays_place_id FOREIGN KEY(place_id) REFERENCES places (id)
);
INSERT INTO "plays" VALUES(2185133603,'244caf9c4dab4481b253edc618187993','2fa91425cb0048539d2c67eda13ffe79','carpe-diem','Carpe Diem','second edition','2024-03-01 19:32:00.000250','2024-03-01 19:33:00.000250','2024-03-01','6822a6b247354f1ca7a1149075139237','at Zoë''s,
with rain','',2,'2024-03-01 19:40:00.000250',0,NULL,'{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}]}','{"game":"carpe-diem","columns":[{"player":"Nick","total":57,"lines":[{"rule":"victory_cards","points":40,"because":"40 points on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":0,"because":"nothing left","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":0,"because":"on space 0","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":17,"because":"3 for 3 chimneys, 7 for 5 chimneys and 7 for 5 chimneys","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]},{"player":"Hank","total":57,"lines":[{"rule":"victory_cards","points":57,"because":"57 points on the cards","cells":[],"ref":"Rulebook, Forum Phase"},{"rule":"items","points":0,"because":"nothing left","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Items"},{"rule":"prestige","points":0,"because":"on space 0","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Prestige bar"},{"rule":"frame","points":0,"because":"no frame goals","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Frame achievements"},{"rule":"fountains","points":0,"because":"no fountain cards","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Fountain cards"},{"rule":"villas","points":0,"because":"no completed villa","cells":[],"ref":"Rulebook, End of the Game, Scoring Victory Points: Villas"}]}],"standings":[{"place":1,"player":"Hank","total":57,"decided_by":"writs_left"},{"place":2,"player":"Nick","total":57,"decided_by":""}]}','{"game":"carpe-diem","format":1,"table":{"players":[{"name":"Nick","victory_cards":40,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":0,"tally":{"counts":{},"villas":[3,5,5],"chimneys":21},"frame":[],"fountain_cards":[]},{"name":"Hank","victory_cards":57,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":1,"tally":{"counts":{},"villas":[],"chimneys":0},"frame":[],"fountain_cards":[]}],"edition":"second","villa_chart":{"3":3,"5":7},"prestige_end":20,"bread_sets":"unlimited"}}');
INSERT INTO "plays" VALUES(1402359072,'5387f61376c448ae87321cc007b37e14','998092253def4a38a12b2b8f30b17d0b','palaces-of-carrara','The Palaces of Carrara','base game','2024-03-01 19:36:00.000250','2024-03-01 19:37:00.000250','2024-03-01',NULL,'','',1,NULL,0,NULL,'{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}]}','{"game":"palaces-of-carrara","columns":[{"player":"Nick","total":49,"lines":[{"rule":"track","points":0,"because":"on space 0","cells":[],"ref":"Rulebook, Action III: Score"},{"rule":"objects","points":18,"because":"18 for 6 objects (3 each)","cells":[],"ref":"Rulebook, Final Scoring"},{"rule":"buildings","points":25,"because":"8 buildings, 25 in costs","cells":[],"ref":"Rulebook, Final Scoring"},{"rule":"coins","points":6,"because":"31 coins, a point for each 5","cells":[],"ref":"Rulebook, Final Scoring"},{"rule":"bonus","points":0,"because":"no bonus points card in the base game","cells":[],"ref":"Rulebook, Final Scoring"}]},{"player":"Cathy","total":49,"lines":[{"rule":"track","points":49,"because":"on space 49","cells":[],"ref":"Rulebook, Action III: Score"},{"rule":"objects","points":0,"because":"no objects","cells":[],"ref":"Rulebook, Final Scoring"},{"rule":"buildings","points":0,"because":"no buildings","cells":[],"ref":"Rulebook, Final Scoring"},{"rule":"coins","points":0,"because":"no coins left","cells":[],"ref":"Rulebook, Final Scoring"},{"rule":"bonus","points":0,"because":"no bonus points card in the base game","cells":[],"ref":"Rulebook, Final Scoring"}]}],"standings":[{"place":1,"player":"Cathy","total":49,"decided_by":"blocks"},{"place":2,"player":"Nick","total":49,"decided_by":""}]}','{"game":"palaces-of-carrara","format":1,"table":{"players":[{"name":"Nick","score":0,"coins":31,"blocks":{},"objects":{"book":3,"crown":3},"buildings":[{"kind":"villa","cost":2,"city":"pisa"},{"kind":"villa","cost":4,"city":"pisa"},{"kind":"porta","cost":4,"city":"massa"},{"kind":"porta","cost":3,"city":"lucca"},{"kind":"palazzo","cost":5,"city":"pisa"},{"kind":"palazzo","cost":1,"city":"pisa"},{"kind":"castello","cost":2,"city":"pisa"},{"kind":"castello","cost":4,"city":"lerici"}],"scored":[{"what":"kind","name":"villa"},{"what":"kind","name":"porta"},{"what":"kind","name":"palazzo"},{"what":"kind","name":"castello"},{"what":"city","name":"pisa"}],"upgrades":[]},{"name":"Cathy","score":49,"coins":0,"blocks":{"white":1},"objects":{},"buildings":[],"scored":[],"upgrades":[]}],"expansion":false,"upgrades":{},"objects_of":{}}}');
INSERT INTO "plays" VALUES(1665473446,'4b4d8474a3ea484dbbd0334684e55160','320094ead7a94ded97491e2370c6a5b8','little-town','Little Town','side 2 of the board','2024-03-01 19:38:00.000250','2024-03-01 19:39:00.000250','2024-03-01',NULL,'','',1,NULL,1,NULL,'{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"},{"colour":"yellow","shape":"diamond"}]}','{"game":"little-town","columns":[{"player":"Cathy","total":40,"lines":[{"rule":"track","points":31,"because":"on 31 of the score track","cells":[],"ref":"Rulebook, End of the Game"},{"rule":"castle","points":8,"because":"2 own houses around C4, 4 each","cells":["D3","B4"],"ref":"Rulebook, End of the Game, and the castle tile"},{"rule":"watchtower","points":0,"because":"no watchtower","cells":[],"ref":"Rulebook, End of the Game, and the watchtower tile"},{"rule":"coins","points":1,"because":"4 coins, a point for each 3","cells":[],"ref":"Rulebook, End of the Game"}]},{"player":"Hank","total":-1,"lines":[{"rule":"track","points":-3,"because":"on -3 of the score track","cells":[],"ref":"Rulebook, End of the Game"},{"rule":"castle","points":0,"because":"no castle","cells":[],"ref":"Rulebook, End of the Game, and the castle tile"},{"rule":"watchtower","points":0,"because":"no watchtower","cells":[],"ref":"Rulebook, End of the Game, and the watchtower tile"},{"rule":"coins","points":2,"because":"8 coins, a point for each 3","cells":[],"ref":"Rulebook, End of the Game"}]},{"player":"Nick","total":53,"lines":[{"rule":"track","points":52,"because":"on 52 of the score track","cells":[],"ref":"Rulebook, End of the Game"},{"rule":"castle","points":0,"because":"no castle","cells":[],"ref":"Rulebook, End of the Game, and the castle tile"},{"rule":"watchtower","points":0,"because":"no watchtower","cells":[],"ref":"Rulebook, End of the Game, and the watchtower tile"},{"rule":"coins","points":1,"because":"5 coins, a point for each 3","cells":[],"ref":"Rulebook, End of the Game"}]},{"player":"Sophie","total":53,"lines":[{"rule":"track","points":42,"because":"on 42 of the score track","cells":[],"ref":"Rulebook, End of the Game"},{"rule":"castle","points":0,"because":"no castle","cells":[],"ref":"Rulebook, End of the Game, and the castle tile"},{"rule":"watchtower","points":10,"because":"5 empty grass squares around G2, 2 each","cells":["F1","H1","F2","H2","G3"],"ref":"Rulebook, End of the Game, and the watchtower tile"},{"rule":"coins","points":1,"because":"3 coins, a point for each 3","cells":[],"ref":"Rulebook, End of the Game"}]}],"standings":[{"place":1,"player":"Nick","total":53,"decided_by":"points"},{"place":1,"player":"Sophie","total":53,"decided_by":"points"},{"place":3,"player":"Cathy","total":40,"decided_by":"points"},{"place":4,"player":"Hank","total":-1,"decided_by":""}]}','{"game":"little-town","format":1,"table":{"players":[{"name":"Cathy","score":31,"coins":4,"cubes":{"wood":2}},{"name":"Hank","score":-3,"coins":8,"cubes":{"stone":1}},{"name":"Nick","score":52,"coins":5,"cubes":{}},{"name":"Sophie","score":42,"coins":3,"cubes":{"fish":1}}],"board":"side-2","buildings":[{"tile":"castle","cell":"C4","owner":"Cathy"},{"tile":"wheat-field","cell":"B4","owner":"Cathy"},{"tile":"barn","cell":"D3","owner":"Cathy"},{"tile":"pier","cell":"D5","owner":"Hank"},{"tile":"watchtower","cell":"G2","owner":"Sophie"},{"tile":"fair","cell":"H3","owner":"Nick"},{"tile":"wheat-field","cell":"F5","owner":"Nick"},{"tile":"bakery","cell":"B2","owner":"Hank"}],"workers":[{"cell":"F3","owner":"Nick"},{"cell":"E2","owner":"Cathy"},{"cell":"C5","owner":"Sophie"}],"round":4,"castle_counts":"own","cathedral_counts":"any","watchtower_workers_block":true,"coins_feed":true}}');
INSERT INTO "plays" VALUES(141837678,'00000000000000000000000000000007',NULL,'bgg-230802','Azul','',NULL,'2024-03-01 21:30:05.000250','2024-03-01',NULL,'a, "quoted" =note','tessera:00000000000000000000000000000007',1,NULL,0,NULL,'{}','{"columns":[{"player":"Ann","total":61,"lines":[]},{"player":"Bert","total":40,"lines":[]}],"standings":[{"place":1,"player":"Ann","total":61,"decided_by":""},{"place":2,"player":"Bert","total":40,"decided_by":""}]}','null');
INSERT INTO "plays" VALUES(318020607,'00000000000000000000000000000008',NULL,'bgg-230802','Azul','',NULL,'2024-03-04 21:30:05.000250','2024-03-04',NULL,'by candlelight','tessera:00000000000000000000000000000008',2,'2025-04-05 19:31:00.000250',0,NULL,'{}','{"columns":[{"player":"Ann","total":null,"lines":[]},{"player":"Annie","total":55,"lines":[]}],"standings":[{"place":1,"player":"Annie","total":55,"decided_by":""},{"place":2,"player":"Ann","total":null,"decided_by":""}]}','null');
CREATE TABLE revisions (
	checksum BIGINT, 
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
INSERT INTO "revisions" VALUES(2535247435,'2fa91425cb0048539d2c67eda13ffe79',0,'','','[{"game":"carpe-diem","content":{"table":{"players":[{"name":"Nick","victory_cards":40,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":0,"tally":{"counts":{},"villas":[3,5,5],"chimneys":21},"frame":[],"fountain_cards":[]},{"name":"Hank","victory_cards":57,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":1,"tally":{"counts":{},"villas":[],"chimneys":0},"frame":[],"fountain_cards":[]}],"edition":"second","villa_chart":{"3":3,"5":7},"prestige_end":20,"bread_sets":"unlimited","phase":1,"order":[],"visits":[],"objective":"points","settled":[],"writs":[]},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}],"ticked":[],"checked":[],"only_end":false}}}]','2024-03-01 19:32:00.000250','begin','done');
INSERT INTO "revisions" VALUES(3353356073,'998092253def4a38a12b2b8f30b17d0b',0,'','','[{"game":"palaces-of-carrara","content":{"table":{"players":[{"name":"Nick","score":0,"coins":31,"blocks":{},"objects":{"book":3,"crown":3},"buildings":[{"kind":"villa","cost":2,"city":"pisa"},{"kind":"villa","cost":4,"city":"pisa"},{"kind":"porta","cost":4,"city":"massa"},{"kind":"porta","cost":3,"city":"lucca"},{"kind":"palazzo","cost":5,"city":"pisa"},{"kind":"palazzo","cost":1,"city":"pisa"},{"kind":"castello","cost":2,"city":"pisa"},{"kind":"castello","cost":4,"city":"lerici"}],"scored":[{"what":"kind","name":"villa"},{"what":"kind","name":"porta"},{"what":"kind","name":"palazzo"},{"what":"kind","name":"castello"},{"what":"city","name":"pisa"}],"upgrades":[]},{"name":"Cathy","score":49,"coins":0,"blocks":{"white":1},"objects":{},"buildings":[],"scored":[],"upgrades":[]}],"expansion":false,"upgrades":{},"objects_of":{},"gone":[],"sold":[],"secret":false},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}],"ticked":[],"checked":[],"only_end":false}}}]','2024-03-01 19:36:00.000250','begin','done');
INSERT INTO "revisions" VALUES(1509734986,'320094ead7a94ded97491e2370c6a5b8',0,'','','[{"game":"little-town","content":{"table":{"players":[{"name":"Cathy","score":31,"coins":4,"cubes":{"wood":2}},{"name":"Hank","score":-3,"coins":8,"cubes":{"stone":1}},{"name":"Nick","score":52,"coins":5,"cubes":{}},{"name":"Sophie","score":42,"coins":3,"cubes":{"fish":1}}],"board":"side-2","buildings":[{"tile":"castle","cell":"C4","owner":"Cathy"},{"tile":"wheat-field","cell":"B4","owner":"Cathy"},{"tile":"barn","cell":"D3","owner":"Cathy"},{"tile":"pier","cell":"D5","owner":"Hank"},{"tile":"watchtower","cell":"G2","owner":"Sophie"},{"tile":"fair","cell":"H3","owner":"Nick"},{"tile":"wheat-field","cell":"F5","owner":"Nick"},{"tile":"bakery","cell":"B2","owner":"Hank"}],"workers":[{"cell":"F3","owner":"Nick"},{"cell":"E2","owner":"Cathy"},{"cell":"C5","owner":"Sophie"}],"round":4,"castle_counts":"own","cathedral_counts":"any","watchtower_workers_block":true,"coins_feed":true,"turn":0,"first":0,"site":[],"books":true,"market":[],"fed":[],"settled":false,"completed":[],"answered":[]},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"},{"colour":"yellow","shape":"diamond"}],"ticked":[],"checked":[],"only_end":false}}}]','2024-03-01 19:38:00.000250','begin','done');
INSERT INTO "revisions" VALUES(3466369261,'ee82ec3ffee545b28d1fe1daff666589',0,'','','[{"game":"mayor","content":{"table":{"players":[{"name":"White","citizen":47,"banker":14,"tiles":0},{"name":"Purple","citizen":50,"banker":2,"tiles":0},{"name":"Black","citizen":38,"banker":22,"tiles":2}],"tile_lines":{},"variants":[],"turn":0,"walked":false,"markers":[null,null,null,null],"held":[[],[],[]],"shown":{},"moves":[],"event":{"closed":[],"dearer":{},"name":"","note":""},"event_due":false,"closing":false,"still":[]},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"}],"ticked":[],"checked":[],"only_end":false}}}]','2024-03-01 19:43:00.000250','begin','done');
INSERT INTO "revisions" VALUES(3552259192,'ee82ec3ffee545b28d1fe1daff666589',1,'Cathy','1 tiles','[{"path":"table/players/0/tiles","before":0,"after":1}]','2024-03-01 19:44:00.000250','step','done');
INSERT INTO "revisions" VALUES(1821906479,'ee82ec3ffee545b28d1fe1daff666589',2,'','2 tiles','[{"path":"table/players/0/tiles","before":1,"after":2}]','2024-03-01 19:45:00.000250','step','done');
INSERT INTO "revisions" VALUES(4087464469,'ee82ec3ffee545b28d1fe1daff666589',3,'','3 tiles','[{"path":"table/players/0/tiles","before":2,"after":3}]','2024-03-01 19:46:00.000250','step','undone');
INSERT INTO "revisions" VALUES(3600742213,'ee82ec3ffee545b28d1fe1daff666589',4,'','3 tiles','[{"path":"table/players/0/tiles","before":3,"after":2}]','2024-03-01 19:47:00.000250','undo','done');
INSERT INTO "revisions" VALUES(3319643123,'4105cca7b53342fc954cd2aad7185dda',0,'','','[{"game":"mayor","content":{"table":{"players":[{"name":"White","citizen":47,"banker":14,"tiles":1},{"name":"Purple","citizen":50,"banker":2,"tiles":0},{"name":"Black","citizen":38,"banker":22,"tiles":2}],"tile_lines":{},"variants":[],"turn":0,"walked":false,"markers":[null,null,null,null],"held":[[],[],[]],"shown":{},"moves":[],"event":{"closed":[],"dearer":{},"name":"","note":""},"event_due":false,"closing":false,"still":[]},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"}],"ticked":[],"checked":[],"only_end":false}}}]','2024-03-01 19:48:00.000250','begin','done');
CREATE TABLE seats (
	checksum BIGINT, 
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
INSERT INTO "seats" VALUES(3266611922,'5387f61376c448ae87321cc007b37e14',0,'309d6b79965e4a329ae445508201e2bd','Nick',49,2,0,0);
INSERT INTO "seats" VALUES(1573262640,'5387f61376c448ae87321cc007b37e14',1,'73ab4876773447c187fde805ec99108d','Cathy',49,1,1,1);
INSERT INTO "seats" VALUES(783399024,'4b4d8474a3ea484dbbd0334684e55160',0,'73ab4876773447c187fde805ec99108d','Cathy',40,3,0,0);
INSERT INTO "seats" VALUES(3081017102,'4b4d8474a3ea484dbbd0334684e55160',1,'e3eff9c0cf444d3f89e7d15f17362f25','Hank',-1,4,0,1);
INSERT INTO "seats" VALUES(2071394857,'4b4d8474a3ea484dbbd0334684e55160',2,'309d6b79965e4a329ae445508201e2bd','Nick',53,1,1,2);
INSERT INTO "seats" VALUES(1300469422,'4b4d8474a3ea484dbbd0334684e55160',3,'15c1d2dfa9964aef812d0ea67ff12229','Sophie',53,1,1,3);
INSERT INTO "seats" VALUES(1008997168,'244caf9c4dab4481b253edc618187993',0,'309d6b79965e4a329ae445508201e2bd','Nick',57,2,0,0);
INSERT INTO "seats" VALUES(3524921492,'244caf9c4dab4481b253edc618187993',1,'e3eff9c0cf444d3f89e7d15f17362f25','Hank',57,1,1,1);
INSERT INTO "seats" VALUES(2784747544,'00000000000000000000000000000007',0,'902a174f11fa4ac0879dd25a49fe85b0','Ann',61,1,1,0);
INSERT INTO "seats" VALUES(4009763510,'00000000000000000000000000000007',1,'309d6b79965e4a329ae445508201e2bd','Bert',40,2,0,1);
INSERT INTO "seats" VALUES(3900097736,'00000000000000000000000000000008',0,'902a174f11fa4ac0879dd25a49fe85b0','Ann',NULL,2,0,0);
INSERT INTO "seats" VALUES(1552307030,'00000000000000000000000000000008',1,'111b8aaa62f24d1a8a789cb3d8b9b45c','Annie',55,1,1,1);
CREATE TABLE set_aside (
	checksum BIGINT, 
	id VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	kind VARCHAR NOT NULL, 
	"key" TEXT NOT NULL, 
	what VARCHAR NOT NULL, 
	stored TEXT NOT NULL, 
	backup DATETIME, 
	CONSTRAINT pk_set_aside PRIMARY KEY (id)
);
INSERT INTO "set_aside" VALUES(3226340678,'5b1f0c9e7d3a4e6f8a2b4c6d8e0f1a2b','2024-03-01 20:30:00.000250','settings','["size"]','{"say":["the setting “{key}”",{"key":"size"},"",""]}','{"settings":[["size","\"largf\"",1234567890]]}',NULL);
CREATE TABLE settings (
	checksum BIGINT, 
	"key" VARCHAR NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY ("key")
);
INSERT INTO "settings" VALUES(355968737,'theme','"dark"');
INSERT INTO "settings" VALUES(3430926123,'seen','{"tips":[1,2.5,null]}');
CREATE TABLE shown_versions ( checksum BIGINT, play_id VARCHAR NOT NULL, version VARCHAR NOT NULL, follows VARCHAR NOT NULL, CONSTRAINT pk_shown_versions PRIMARY KEY (play_id), CONSTRAINT fk_shown_versions_play_id FOREIGN KEY(play_id) REFERENCES plays (id));
INSERT INTO "shown_versions" VALUES(212702463,'00000000000000000000000000000008','001743881460000-b024e4255200d0b9','001709587805000-a927decc32799f4a-tessera');
CREATE TABLE tables (
	checksum BIGINT, 
	id VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	content TEXT NOT NULL, 
	revision INTEGER NOT NULL, 
	state VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	changed DATETIME NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES(3073115274,'2fa91425cb0048539d2c67eda13ffe79','carpe-diem','{"table":{"players":[{"name":"Nick","victory_cards":40,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":0,"tally":{"counts":{},"villas":[3,5,5],"chimneys":21},"frame":[],"fountain_cards":[]},{"name":"Hank","victory_cards":57,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":1,"tally":{"counts":{},"villas":[],"chimneys":0},"frame":[],"fountain_cards":[]}],"edition":"second","villa_chart":{"3":3,"5":7},"prestige_end":20,"bread_sets":"unlimited","phase":1,"order":[],"visits":[],"objective":"points","settled":[],"writs":[]},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}],"ticked":[],"checked":[],"only_end":false}}',0,'finished','2024-03-01 19:32:00.000250','2024-03-01 19:33:00.000250');
INSERT INTO "tables" VALUES(1548265790,'998092253def4a38a12b2b8f30b17d0b','palaces-of-carrara','{"table":{"players":[{"name":"Nick","score":0,"coins":31,"blocks":{},"objects":{"book":3,"crown":3},"buildings":[{"kind":"villa","cost":2,"city":"pisa"},{"kind":"villa","cost":4,"city":"pisa"},{"kind":"porta","cost":4,"city":"massa"},{"kind":"porta","cost":3,"city":"lucca"},{"kind":"palazzo","cost":5,"city":"pisa"},{"kind":"palazzo","cost":1,"city":"pisa"},{"kind":"castello","cost":2,"city":"pisa"},{"kind":"castello","cost":4,"city":"lerici"}],"scored":[{"what":"kind","name":"villa"},{"what":"kind","name":"porta"},{"what":"kind","name":"palazzo"},{"what":"kind","name":"castello"},{"what":"city","name":"pisa"}],"upgrades":[]},{"name":"Cathy","score":49,"coins":0,"blocks":{"white":1},"objects":{},"buildings":[],"scored":[],"upgrades":[]}],"expansion":false,"upgrades":{},"objects_of":{},"gone":[],"sold":[],"secret":false},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"}],"ticked":[],"checked":[],"only_end":false}}',0,'finished','2024-03-01 19:36:00.000250','2024-03-01 19:37:00.000250');
INSERT INTO "tables" VALUES(2986943775,'320094ead7a94ded97491e2370c6a5b8','little-town','{"table":{"players":[{"name":"Cathy","score":31,"coins":4,"cubes":{"wood":2}},{"name":"Hank","score":-3,"coins":8,"cubes":{"stone":1}},{"name":"Nick","score":52,"coins":5,"cubes":{}},{"name":"Sophie","score":42,"coins":3,"cubes":{"fish":1}}],"board":"side-2","buildings":[{"tile":"castle","cell":"C4","owner":"Cathy"},{"tile":"wheat-field","cell":"B4","owner":"Cathy"},{"tile":"barn","cell":"D3","owner":"Cathy"},{"tile":"pier","cell":"D5","owner":"Hank"},{"tile":"watchtower","cell":"G2","owner":"Sophie"},{"tile":"fair","cell":"H3","owner":"Nick"},{"tile":"wheat-field","cell":"F5","owner":"Nick"},{"tile":"bakery","cell":"B2","owner":"Hank"}],"workers":[{"cell":"F3","owner":"Nick"},{"cell":"E2","owner":"Cathy"},{"cell":"C5","owner":"Sophie"}],"round":4,"castle_counts":"own","cathedral_counts":"any","watchtower_workers_block":true,"coins_feed":true,"turn":0,"first":0,"site":[],"books":true,"market":[],"fed":[],"settled":false,"completed":[],"answered":[]},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"},{"colour":"yellow","shape":"diamond"}],"ticked":[],"checked":[],"only_end":false}}',0,'running','2024-03-01 19:38:00.000250','2024-03-01 19:42:00.000250');
INSERT INTO "tables" VALUES(2185396041,'ee82ec3ffee545b28d1fe1daff666589','mayor','{"table":{"players":[{"name":"White","citizen":47,"banker":14,"tiles":2},{"name":"Purple","citizen":50,"banker":2,"tiles":0},{"name":"Black","citizen":38,"banker":22,"tiles":2}],"tile_lines":{},"variants":[],"turn":0,"walked":false,"markers":[null,null,null,null],"held":[[],[],[]],"shown":{},"moves":[],"event":{"closed":[],"dearer":{},"name":"","note":""},"event_due":false,"closing":false,"still":[]},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"}],"ticked":[],"checked":[],"only_end":false}}',4,'running','2024-03-01 19:43:00.000250','2024-03-01 19:47:00.000250');
INSERT INTO "tables" VALUES(3818896384,'4105cca7b53342fc954cd2aad7185dda','mayor','{"table":{"players":[{"name":"White","citizen":47,"banker":14,"tiles":1},{"name":"Purple","citizen":50,"banker":2,"tiles":0},{"name":"Black","citizen":38,"banker":22,"tiles":2}],"tile_lines":{},"variants":[],"turn":0,"walked":false,"markers":[null,null,null,null],"held":[[],[],[]],"shown":{},"moves":[],"event":{"closed":[],"dearer":{},"name":"","note":""},"event_due":false,"closing":false,"still":[]},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"}],"ticked":[],"checked":[],"only_end":false}}',0,'removed','2024-03-01 19:48:00.000250','2024-03-01 19:48:00.000250');
CREATE TABLE tessera_version (
	number INTEGER NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "tessera_version" VALUES(2);
CREATE TABLE written_names ( checksum BIGINT, kind VARCHAR NOT NULL, id VARCHAR NOT NULL, at DATETIME NOT NULL, "into" VARCHAR NOT NULL, CONSTRAINT pk_written_names PRIMARY KEY (kind, id));
INSERT INTO "written_names" VALUES(3929083009,'player','902a174f11fa4ac0879dd25a49fe85b0','2025-04-05 19:33:00.000250','');
CREATE INDEX ix_plays_place_id ON plays (place_id);
CREATE INDEX ix_plays_source ON plays (source);
CREATE INDEX ix_plays_shown_of_game ON plays (game, removed, finished, id, day, begun, place_id);
CREATE INDEX ix_plays_shown ON plays (removed, finished, id, game, day, begun, place_id);
CREATE INDEX ix_plays_table_id ON plays (table_id);
CREATE INDEX ix_seats_player_id_play_id ON seats (player_id, play_id);
COMMIT;
