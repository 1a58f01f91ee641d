-- Where: type = 'table' and name = 'subscription_span' and sql not like '%ended_at%'
-- A span that ended says when access ended, and how the stream was called then: messages are shown to its user as they were
-- at that time. Of spans that ended before this it is the time of the newest message before their end, which is no later.
alter table subscription_span add column ended_at integer;
alter table subscription_span add column ended_name text;
update subscription_span
set unread_from = 9007199254740991,
  ended_name = (select name from stream where stream.id = stream_id),
  ended_at = coalesce((
    select sent_at from message
    where message.id < to_id and message.id > ((to_id - 1) >> 32) << 32
    order by message.id desc
    limit 1
  ), 0)
where to_id < 9007199254740991;
-- Who was in a stream until it was archived lost nothing: nobody but them can change anything there.
update subscription_span
set ended_at = null, ended_name = null
from (
  select stream_id, max(to_id) as to_id
  from subscription_span join stream on stream.id = stream_id and stream.deactivated
  group by stream_id
) as last
where subscription_span.stream_id = last.stream_id and subscription_span.to_id = last.to_id;
