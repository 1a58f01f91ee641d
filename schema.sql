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
  settings text not null default '{}', -- JSON: only what differs from the defaults
  user_settings_defaults text not null default '{}' -- JSON: what new users get, where it differs from the defaults
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
  is_system_bot integer not null default 0, -- the realm's own voice: nobody logs in as it, no list shows it
  is_active integer not null default 1,
  date_joined real not null,
  timezone text not null default '',
  avatar_version integer not null default 1,
  settings text not null default '{}' -- JSON: only what differs from the defaults
);
create unique index if not exists user_by_delivery_email on user (realm_id, delivery_email collate nocase);
create index if not exists user_by_email on user (realm_id, email collate nocase);
create index if not exists user_by_name on user (realm_id, name_key);

-- What people can tell about themselves, as the organization's administrators have it.
create table if not exists profile_field (
  id integer primary key,
  realm_id integer not null references realm (id),
  type integer not null, -- as in src/profile-fields/types.ts
  name text not null,
  name_key text not null,
  hint text not null,
  field_data text not null, -- JSON: the choices, or whose accounts these are; '' for other types
  place integer not null -- in the order of fields
);
create unique index if not exists profile_field_by_name on profile_field (realm_id, name_key);

create table if not exists profile_value (
  user_id integer not null references user (id),
  field_id integer not null references profile_field (id),
  value text not null, -- a list is JSON
  rendered_value text, -- HTML; null for types that are no Markdown
  primary key (user_id, field_id)
) without rowid;
create index if not exists profile_value_by_field on profile_value (field_id);

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

-- Changes of address that wait for their confirmation. The token is kept as it is, because administrators pass the link
-- on where no mail is sent; it logs nobody in, and only confirms what the account itself asked for.
create table if not exists email_change (
  user_id integer primary key references user (id),
  new_email text not null,
  token text not null unique,
  created_at real not null
);

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

-- Topics need no message to be muted.
create table if not exists muted_topic (
  user_id integer not null references user (id),
  stream_id integer not null references stream (id),
  topic_key text not null,
  topic text not null,
  date_muted integer not null,
  primary key (user_id, stream_id, topic_key)
) without rowid;

create table if not exists draft (
  id integer primary key,
  user_id integer not null references user (id),
  type text not null, -- '' while addressed to nobody, 'stream' or 'private'
  recipients text not null, -- JSON: ids of one stream, or of people
  topic text not null,
  content text not null,
  edited_at real not null
);
create index if not exists draft_by_user on draft (user_id, edited_at);

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
  has_image integer not null default 0,
  has_attachment integer not null default 0,
  wildcard_mentioned integer not null default 0, -- for all recipients at once
  is_quiet integer not null default 0, -- a notice that arrives read, except where it is marked unread
  submessages text, -- JSON list; null: none
  reactions text, -- JSON list in order of addition: {emoji_name, emoji_code, reaction_type, user_id}; null: none
  last_edit_at integer, -- of content or place; null: never
  edit_history text, -- JSON list of src/edits/schema.ts, newest first; null: never edited
  queue_id text, -- with local_id: which client's local echo this is, so that a resend is recognized
  local_id text
);
create index if not exists message_by_recipient on message (recipient_id);
create index if not exists message_by_topic on message (recipient_id, topic_key) where not is_private;
create index if not exists message_by_sender on message (sender_id);
create index if not exists message_with_wildcard on message (id) where wildcard_mentioned;
create index if not exists message_with_link on message (recipient_id) where has_link;
create index if not exists message_of_resolved_topic on message (recipient_id) where substr(topic, 1, 2) = '✔ ';

-- Text that searches look at; its rowid is the message's id.
create virtual table if not exists message_search using fts5 (
  topic, content, content = '', contentless_delete = 1, tokenize = 'porter unicode61'
);

-- Which messages somebody has read: bit (id & 63) of word (id >> 6), as all 64 bits of an integer: too many for
-- JavaScript's numbers, so only SQL looks at them. See also subscription_span.unread_from.
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
create index if not exists alerting_message on message_flag (user_id, message_id) where flags & 32;
create index if not exists historical_message on message_flag (user_id, message_id) where flags & 64;
create index if not exists message_marked_unread on message_flag (user_id, message_id) where flags & 128;

-- Emoji that the organization added. A deactivated one stays, because messages and reactions may hold it.
create table if not exists realm_emoji (
  id integer primary key,
  realm_id integer not null references realm (id),
  name text not null,
  author_id integer references user (id),
  deactivated integer not null default 0,
  file_name text not null,
  still_file_name text -- a picture that does not move, when the emoji does
);
create index if not exists realm_emoji_of_realm on realm_emoji (realm_id);
create unique index if not exists realm_emoji_by_name on realm_emoji (realm_id, name) where not deactivated;

-- What people tell of themselves for now; '' and 0: not set.
create table if not exists user_status (
  user_id integer primary key references user (id),
  away integer not null,
  status_text text not null,
  emoji_name text not null,
  emoji_code text not null,
  reaction_type text not null
);
