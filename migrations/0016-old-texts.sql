-- Where: type = 'table' and name = 'realm' and sql not like '%old_texts_up_to%'
-- Texts of old messages can move from the database to an object. The search index has only the sender of such a message. What it has of
-- all others stays the same, so it need not be filled again.
alter table realm add column old_texts_up_to integer not null default 0;
drop view if exists message_words;
create view message_words as
select id, iif(substr(rendered_content, 1, 1) = '>', '', topic) as topic, 'u' || sender_id as sender, iif(rendered_content = '=' or substr(rendered_content, 1, 1) = '>', content, (
  with recursive part (text, rest, next, size) as (
    select '', '>', 1, instr(rendered_content || char(10) || '<div class="message_embed">', char(10) || '<div class="message_embed">') - 1
    union all
    select
      iif(next <= size and instr(rest, '<') = 0, '', iif(instr(
        ' p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote div pre table thead tbody tr th td img ',
        ' ' || substr(
          ltrim(substr(rest, 1, instr(rest, '>') - 1), '/'), 1, instr(ltrim(substr(rest, 1, instr(rest, '>') - 1), '/') || ' ', ' ') - 1
        ) || ' '
      ) > 0, ' ', '') || substr(rest, instr(rest, '>') + 1, instr(rest || '<', '<') - instr(rest, '>') - 1)),
      iif(next <= size and instr(rest, '<') = 0,
        rest || substr(rendered_content, next, min(1000, size - next + 1)), substr(rest, instr(rest || '<', '<') + 1)),
      iif(next <= size and instr(rest, '<') = 0, next + 1000, next),
      size
    from part
    where rest <> '' or next <= size
  )
  select
    replace(replace(replace(replace(replace(group_concat(text, ''), '&lt' || char(59), '<'), '&gt' || char(59), '>'),
      '&quot' || char(59), '"'), '&#39' || char(59), ''''), '&amp' || char(59), '&')
  from part
)) as content
from message;
