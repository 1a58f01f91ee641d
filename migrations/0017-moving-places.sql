-- Where: type = 'table' and name = 'realm_place' and sql not like '%is_moving%'
-- A realm may go to another database, and then nobody remembers its place. Bookmarks say from which of its databases they are.
alter table realm_place add column moves integer not null default 0;
alter table realm_place add column is_moving integer not null default 0;
