-- Where: type = 'table' and name = 'bot_storage_total'
-- Limits of an organization have a part for each share, so it is counted who has taken what. What nobody is known to have made
-- counts for the first owner.
create table if not exists limit_use (
  limit_name text not null, -- as in src/accounts/organization-limits.ts
  user_id integer not null references user (id),
  amount integer not null,
  primary key (limit_name, user_id)
) without rowid;
alter table user_group add column creator_id integer references user (id);
alter table user_group_member add column adder_id integer references user (id);
update user_group
set creator_id = (select min(id) from user where user.realm_id = user_group.realm_id and role = 100)
where not is_system_group;
update user_group_member set adder_id = (select creator_id from user_group where user_group.id = group_id);
alter table bot_storage add column charged_to integer references user (id);
update bot_storage set charged_to = (select coalesce(bot_owner_id, id) from user where user.id = bot_storage.user_id);
insert into limit_use (limit_name, user_id, amount)
select limit_name, user_id, sum(amount) from (
  select 'streams' as limit_name,
    coalesce(
      (select coalesce(bot_owner_id, id) from user where user.id = stream.creator_id),
      (select min(id) from user where user.realm_id = stream.realm_id and role = 100)
    ) as user_id, 1 as amount
  from stream
  union all
  select 'customEmoji',
    coalesce(author_id, (select min(id) from user where user.realm_id = realm_emoji.realm_id and role = 100)), 1
  from realm_emoji
  union all
  select 'userGroups', creator_id, 1 from user_group where not is_system_group
  union all
  select 'groupMembers', adder_id, 1 from user_group_member
  union all
  select 'botStorage', charged_to, octet_length(key) + octet_length(value) from bot_storage
)
where user_id is not null
group by limit_name, user_id;
drop table bot_storage_total;
