-- Where: type = 'table' and name = 'realm' and sql not like '%uses_short_forms%'
-- The HTML of messages without markup and the names of frequent clients need not be stored. They are, as long as the former Worker
-- reads messages: until the next migration.
alter table realm add column uses_short_forms integer not null default 0;
create view former_worker_reads as select 1 as long_forms;
