-- Where: type = 'table' and name = 'realm_export' and sql not like '%export_type%'
-- Exports may have private data. Those that exist have public data only.
alter table realm_export add column export_type integer not null default 1;
