-- Where: name = 'message_search' and sql not like '%message_words%'
-- The search index finds words in the messages themselves, and has their senders, so that no other index is needed for them.
-- `schema.sql` creates it anew and fills it.
drop table message_search;
drop index if exists message_by_sender;
