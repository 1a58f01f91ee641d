-- Where: type = 'table' and name = 'message' and not exists (select 1 from sqlite_schema as search where search.name = 'message_search' and search.sql like '%content, topic, sender%')
-- Unless: (select sum(max(0, (select max(id) from message where id < realm.id * 4294967296) - (select min(id) from message where id >= (realm.id - 1) * 4294967296))) from realm) > 500000
-- The search index takes a quarter less space with the content as its first column. It is filled in the same transaction, so that
-- people go on sending and searching. With many messages that would take longer than D1 lets a transaction take: 30 seconds. Then the
-- former index stays, which finds the same. The ids of an organization's messages tell how many there are at most.
drop table if exists message_search;
create virtual table message_search using fts5 (
  content, topic, sender, content = 'message_words', content_rowid = 'id', tokenize = 'porter unicode61'
);
insert into message_search (message_search, rank) values ('secure-delete', 1);
insert into message_search (message_search) values ('rebuild');
