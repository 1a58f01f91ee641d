-- For a database whose Worker went back to release 1.0.0, which reads no HTML that is not stored (docs/deploy.md, Upgrading). It writes
-- a row for each message without markup since the upgrade. The next upgrade finds the view, and lets HTML be left out again.
create view if not exists former_worker_reads as select 1 as html;
update realm set omits_plain_html = 0;
update message set rendered_content = '<p>' || content || '</p>' where rendered_content = '=';
