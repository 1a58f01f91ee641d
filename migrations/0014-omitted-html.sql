-- Where: name = 'former_worker_reads' or (type = 'table' and name = 'realm' and sql not like '%omits_plain_html%')
-- After the deployment. The former Worker would show `=` where HTML is not stored.
drop view former_worker_reads;
update realm set omits_plain_html = 1;
