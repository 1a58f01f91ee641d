-- Where: type = 'table' and name = 'realm_export' and sql not like '%copied_at%'
-- Exports that owners fetch part by part, again and again: when they last began, and what these runs may have.
alter table realm_export add column copied_at real;
alter table realm_export add column copy_runs text;
