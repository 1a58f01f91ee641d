-- Where: type = 'table' and name = 'attachment' and sql not like '%charged_to%'
-- Files take the space of the person who owned the bot when it uploaded them. Of earlier ones nobody knows that any more: they
-- take the space of who owns the bot now.
alter table attachment add column charged_to integer references user (id);
update attachment set charged_to = (select bot_owner_id from user where user.id = attachment.user_id)
where user_id in (select id from user where bot_type is not null and bot_owner_id is not null);
insert into upload_space (user_id, bytes, files)
select bot.bot_owner_id, sum(bytes), sum(files)
from upload_space join user as bot on bot.id = upload_space.user_id
where bot.bot_type is not null and bot.bot_owner_id is not null
group by 1
on conflict (user_id) do update set bytes = bytes + excluded.bytes, files = files + excluded.files;
delete from upload_space
where user_id in (select id from user where bot_type is not null and bot_owner_id is not null);
-- Making a bot counts for good for whoever made it. Who owns it now is taken for whoever did.
alter table user add column creator_id integer references user (id);
update user set creator_id = bot_owner_id where bot_type is not null and bot_owner_id is not null;
