-- Where: type = 'table' and name = 'realm' and sql not like '%omits_plain_html%'
-- The HTML of messages without markup need not be stored. It is, as long as the former Worker reads them: until the next migration.
alter table realm add column omits_plain_html integer not null default 0;
create view former_worker_reads as select 1 as html;
