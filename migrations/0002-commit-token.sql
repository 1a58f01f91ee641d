-- Where: type = 'table' and name = 'message' and sql not like '%commit_token%'
-- A message carries the fencing token of its commit, so that no row of commit_state is written for it.
alter table message add column commit_token integer;
