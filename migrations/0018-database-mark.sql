-- Where: type = 'table' and name = 'realm' and sql not like '%database_mark%'
-- Owners are told once when the database is filled to a mark, and this says of which they know.
alter table realm add column database_mark integer not null default 0;
