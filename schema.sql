-- The whole current schema, and what a new database gets. Running it again changes nothing.
-- Ids come in blocks, one block for each realm (src/core/ids.ts), so most tables need no realm column.
-- Times are UNIX seconds. A `_key` is a name in folded case (src/core/unicode.ts), for comparing without regard to case.

create table if not exists realm (
  id integer primary key,
  string_id text not null unique,
  name text not null,
  description text not null default '',
  date_created real not null,
  deactivated integer not null default 0,
  settings text not null default '{}' -- JSON: only what differs from the defaults
);

-- Where the realm object's commits have got to: see src/core/group-commit.ts.
create table if not exists commit_state (
  realm_id integer primary key,
  marks text not null,
  counters text not null -- JSON: kind of id -> the last one given out
);

create table if not exists user (
  id integer primary key,
  realm_id integer not null references realm (id),
  delivery_email text not null, -- the real address: logs in, receives mail
  email text not null, -- the address that others see
  full_name text not null,
  name_key text not null,
  role integer not null, -- 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest
  bot_type integer, -- null for people
  bot_owner_id integer references user (id),
  is_active integer not null default 1,
  date_joined real not null,
  timezone text not null default '',
  avatar_version integer not null default 1,
  settings text not null default '{}' -- JSON: only what differs from the defaults
);
create unique index if not exists user_by_delivery_email on user (realm_id, delivery_email collate nocase);
create index if not exists user_by_email on user (realm_id, email collate nocase);
create index if not exists user_by_name on user (realm_id, name_key);

create table if not exists password (
  user_id integer primary key references user (id),
  hash text not null -- with its own parameters: src/auth/password.ts
);

create table if not exists api_key (
  hash text primary key, -- SHA-256 of the key; the key itself is nowhere
  user_id integer not null references user (id),
  created_at real not null
) without rowid;
create index if not exists api_key_by_user on api_key (user_id, created_at);

-- Streams and private conversations share one series of ids: a message's recipient_id is one or the other.
create table if not exists stream (
  id integer primary key,
  realm_id integer not null references realm (id),
  name text not null,
  name_key text not null,
  description text not null default '',
  rendered_description text not null default '',
  date_created real not null,
  creator_id integer references user (id),
  invite_only integer not null default 0,
  is_web_public integer not null default 0,
  history_public_to_subscribers integer not null default 1,
  stream_post_policy integer not null default 1,
  message_retention_days integer,
  is_default integer not null default 0,
  deactivated integer not null default 0
);
create unique index if not exists stream_by_name on stream (realm_id, name_key) where not deactivated;

create table if not exists subscription (
  user_id integer not null references user (id),
  stream_id integer not null references stream (id),
  active integer not null,
  color text not null,
  is_muted integer not null default 0,
  pin_to_top integer not null default 0,
  desktop_notifications integer, -- null: as the user's general setting says
  audible_notifications integer,
  push_notifications integer,
  email_notifications integer,
  wildcard_mentions_notify integer,
  role integer not null default 50,
  primary key (user_id, stream_id)
) without rowid;
create index if not exists subscriber on subscription (stream_id, user_id) where active;

-- When somebody was subscribed, in message ids: they received what was sent while from_id <= id < to_id.
-- No row is written for a recipient, ever. What lies below unread_from is read.
create table if not exists subscription_span (
  user_id integer not null references user (id),
  stream_id integer not null references stream (id),
  from_id integer not null,
  to_id integer not null, -- 2^53 - 1 while subscribed
  unread_from integer not null,
  primary key (user_id, stream_id, from_id)
) without rowid;

create table if not exists conversation (
  id integer primary key,
  member_key text not null unique -- ids of all members, sender included, ascending: '3,8,12'
);

create table if not exists conversation_member (
  user_id integer not null references user (id),
  conversation_id integer not null references conversation (id),
  unread_from integer not null default 0,
  primary key (user_id, conversation_id)
) without rowid;
create index if not exists conversation_members on conversation_member (conversation_id);

create table if not exists message (
  id integer primary key,
  sender_id integer not null references user (id),
  recipient_id integer not null, -- a stream, or a conversation when is_private
  is_private integer not null,
  topic text not null, -- '' for private messages
  topic_key text not null,
  content text not null,
  rendered_content text not null,
  sent_at integer not null,
  client text not null,
  event_id integer not null, -- of the event that announced it; grows with id
  is_me_message integer not null default 0,
  has_link integer not null default 0,
  wildcard_mentioned integer not null default 0, -- for all recipients at once
  submessages text, -- JSON list; null: none
  queue_id text, -- with local_id: which client's local echo this is, so that a resend is recognized
  local_id text
);
create index if not exists message_by_recipient on message (recipient_id);
create index if not exists message_by_topic on message (recipient_id, topic_key) where not is_private;
create index if not exists message_by_sender on message (sender_id);
create index if not exists message_with_wildcard on message (id) where wildcard_mentioned;

-- Text that searches look at; its rowid is the message's id.
create virtual table if not exists message_search using fts5 (
  topic, content, content = '', contentless_delete = 1, tokenize = 'porter unicode61'
);

-- Which messages somebody has read: bit (id & 31) of word (id >> 5). See also subscription_span.unread_from.
create table if not exists read_word (
  user_id integer not null references user (id),
  word integer not null,
  bits integer not null,
  primary key (user_id, word)
) without rowid;

-- The rare flags of a reader's message; bits as in src/flags/bits.ts.
create table if not exists message_flag (
  user_id integer not null references user (id),
  message_id integer not null,
  flags integer not null,
  primary key (user_id, message_id)
) without rowid;
create index if not exists starred_message on message_flag (user_id, message_id) where flags & 2;
create index if not exists mentioning_message on message_flag (user_id, message_id) where flags & 8;
create index if not exists message_marked_unread on message_flag (user_id, message_id) where flags & 128;
