-- Where: name = 'former_worker_reads' or (type = 'table' and name = 'realm' and sql not like '%uses_short_forms%')
-- After the deployment. The former Worker would show short forms as they are stored: `=` as HTML, and control characters as clients.
drop view former_worker_reads;
update realm set uses_short_forms = 1;
