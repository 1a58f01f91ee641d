-- Where: type = 'table' and name = 'read_word'
-- Marks as read stand 2,048 in a row, and not as bit (id & 63) of word (id >> 6), in 64-bit integers. Exports write integers as
-- JavaScript has them, which has no such large ones.
create table if not exists read_page (
  user_id integer not null references user (id),
  page integer not null,
  words text not null, -- JSON: number of the word in the page -> bits
  primary key (user_id, page)
) without rowid;
insert into read_page (user_id, page, words)
select user_id, word >> 5, json_group_object(((word & 31) * 2 + half) || '', (bits >> (half * 32)) & 4294967295)
from read_word, (select 0 as half union all select 1)
where ((bits >> (half * 32)) & 4294967295) <> 0
group by 1, 2
on conflict (user_id, page) do update set words = (
  select json_group_object(word, bits) from (
    select key as word, iif(count(*) = 1, max(value), min(value) | max(value)) as bits
    from (select key, value from json_each(read_page.words) union all select key, value from json_each(excluded.words))
    group by key
  )
);
drop table read_word;
