-- For a database whose Worker went back to release 1.0.0, which does not know the short forms in which messages are stored
-- (docs/deploy.md, Upgrading). It writes a row for each message with such a form. The next upgrade finds the view, and lets messages
-- have short forms again.
create view if not exists former_worker_reads as select 1 as long_forms;
update realm set uses_short_forms = 0;
update message set
  rendered_content = iif(rendered_content = '=', '<p>' || content || '</p>', rendered_content),
  client = case client
    when char(1) then 'Mozilla'
    when char(2) then 'website'
    when char(3) then 'Internal'
    when char(4) then 'Unspecified'
    when char(5) then 'ZulipMobile'
    when char(6) then 'ZulipFlutter'
    when char(7) then 'ZulipElectron'
    when char(8) then 'ZulipDesktop'
    when char(14) then 'ZulipPython'
    when char(15) then 'ZulipTerminal'
    when char(16) then 'ZulipJS'
    when char(17) then 'Slack'
    when char(18) then 'Mattermost'
    when char(19) then 'Discord'
    when char(20) then 'curl'
    when char(21) then 'python-requests'
    when char(22) then 'node'
    else client
  end
where rendered_content = '=' or client between char(1) and char(31);
