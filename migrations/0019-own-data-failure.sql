-- Where: type = 'table' and name = 'realm' and not exists (select 1 from sqlite_schema where name = 'own_data' and sql like '%failure%')
-- People learn why the archive of their data failed. Of former failures nobody knows that.
create table if not exists own_data (
  user_id integer primary key references user (id),
  serial integer not null,
  requested_at real not null,
  token text not null,
  origin text not null,
  completed_at real,
  failed_at real,
  deleted_at real
);
alter table own_data add column failure text;
