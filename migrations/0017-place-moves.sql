-- Where: type = 'table' and name = 'realm' and not exists (select 1 from sqlite_schema where name = 'realm_place' and sql like '%is_moving%')
-- Organizations move to another database, and the directory says so. A directory from before that knows neither how often nor whether.
create table if not exists realm_place (
  realm_id integer primary key,
  string_id text not null unique,
  database text not null
);
alter table realm_place add column moves integer not null default 0;
alter table realm_place add column is_moving integer not null default 0;
