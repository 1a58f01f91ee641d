-- Where: type = 'table' and name = 'user' and sql not like '%sponsor_id%'
-- Newcomers count towards the share of whoever let them in. Everybody who is here already has a share of their own.
alter table user add column sponsor_id integer references user (id);
-- A bot has at most the role of its owner.
update user set role = min(400, (select owner.role from user as owner where owner.id = user.bot_owner_id))
where bot_type is not null and role < (select owner.role from user as owner where owner.id = user.bot_owner_id);
