-- The whole current schema, and what a new database gets. Running it again changes nothing.
-- Each realm has a block of ids (src/core/sql/ids.ts), so most tables need no realm column. Times are UNIX seconds.
-- A `_key` column holds a name in folded case (src/core/base/unicode.ts), to compare without regard to case.

create table if not exists realm (
  id integer primary key,
  string_id text not null unique,
  name text not null,
  description text not null default '',
  date_created real not null,
  deactivated integer not null default 0,
  traffic_counted_to integer not null default 0, -- the last message in stream_traffic
  settings text not null default '{}', -- JSON: only what differs from the defaults
  user_settings_defaults text not null default '{}', -- JSON: what new users get, where it differs from the defaults
  icon_path text, -- below /user_avatars/, like the next two; null: none was uploaded
  logo_path text,
  night_logo_path text,
  upload_space_used integer not null default 0, -- bytes of all attachments
  uses_short_forms integer not null default 0, -- whether new messages have '=' as their HTML and a character as their client where they can
  old_texts_up_to integer not null default 0, -- the last message that was looked at for moving its text (src/old-texts/)
  database_mark integer not null default 0 -- per cent of the largest database that its owners were told of; 0: none
);

-- The directory: the database of each realm that is not in the first one, or has not always been. Only the first database has rows here.
create table if not exists realm_place (
  realm_id integer primary key,
  string_id text not null unique,
  database text not null, -- name of its binding, such as DB_2
  moves integer not null default 0, -- how often the realm went to another database: bookmarks of the former ones mean nothing
  is_moving integer not null default 0 -- whether it may go at any moment: then nobody may remember its place
);
create index if not exists realm_place_by_database on realm_place (database);

-- Realms that move to another database, or have left rows in a former one: src/core/relocation/. Only the first database has rows here.
create table if not exists relocation (
  realm_id integer primary key,
  serial integer not null, -- when it began, in UNIX milliseconds
  source text not null, -- names of databases
  target text not null,
  phase text not null, -- as in src/core/relocation/entry.ts
  phase_at real not null, -- when this phase began
  token text not null, -- of the object that may change the directory
  failure text -- what kept it from going on last time; null: nothing
);

-- How far rows were copied into a database, or are deleted from it. Each batch that does so expects the step of the batch before.
create table if not exists relocation_progress (
  realm_id integer primary key,
  step integer not null,
  progress text not null -- JSON: src/core/relocation/row-writer.ts
);

-- Rows that were changed in a database while their realm moves to another one. Triggers write it, which are there as long.
create table if not exists relocation_change (
  realm_id integer not null,
  id integer not null,
  table_name text not null,
  row_key text not null, -- JSON list: the key of the row
  primary key (realm_id, id)
) without rowid;

-- How far the commits of a realm's object have come: src/core/commit/commit-tokens.ts. Batches since then that wrote only
-- messages have left their tokens and ids in these (message.commit_token).
create table if not exists commit_state (
  realm_id integer primary key,
  marks text not null, -- fencing tokens of the latest batches, oldest first
  counters text not null -- JSON: kind of id -> the last one given out
);

-- The event log, for queues that outlive the object that has them in memory: src/core/live/event-log.ts. Events of new
-- messages are made again from the messages' own rows.
create table if not exists event (
  id integer primary key,
  told text not null -- JSON: events, and the users who are told. The id is that of the first one
);

-- Logged events with the text of a message. They lose it when the message is deleted: src/core/live/event-log.ts.
create table if not exists event_about (
  thing_id integer not null, -- a message
  event_id integer not null,
  rest text, -- JSON: what then remains of the event's row; null: the row is deleted
  primary key (thing_id, event_id)
) without rowid;

-- The outbox: work outside the database that is still to be done (src/core/jobs/jobs.ts).
create table if not exists job (
  id integer primary key,
  kind text not null,
  payload text not null, -- JSON
  attempts integer not null default 0 -- that failed
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
  is_system_bot integer not null default 0, -- the notification bot: nobody logs in as it, no list shows it
  is_active integer not null default 1,
  date_joined real not null,
  timezone text not null default '',
  avatar_version integer not null default 1,
  avatar_path text, -- below /user_avatars/; null: the picture that belongs to the address
  settings text not null default '{}', -- JSON: only what differs from the defaults
  sponsor_id integer references user (id), -- of a newcomer: the account whose share of all limits they use; null: their own
  creator_id integer references user (id) -- of a bot: the person who made it, whoever owns it now
);
create unique index if not exists user_by_delivery_email on user (realm_id, delivery_email collate nocase);
create index if not exists user_by_email on user (realm_id, email collate nocase);
create index if not exists user_by_name on user (realm_id, name_key);
create index if not exists bot_by_owner on user (realm_id, bot_owner_id) where bot_type is not null;
create index if not exists bot_by_creator on user (realm_id, creator_id) where creator_id is not null;
create index if not exists newcomer_by_sponsor on user (realm_id, sponsor_id) where sponsor_id is not null;

-- What each person has taken of the limits of their organization, also by bots that they owned: src/accounts/limit-use.ts.
create table if not exists limit_use (
  limit_name text not null, -- as in src/accounts/organization-limits.ts
  user_id integer not null references user (id),
  amount integer not null,
  primary key (limit_name, user_id)
) without rowid;

-- Settings of bots. A bot without a row has the defaults.
create table if not exists bot (
  user_id integer primary key references user (id),
  default_sending_stream_id integer references stream (id),
  default_events_register_stream_id integer references stream (id),
  default_all_public_streams integer not null default 0,
  payload_url text, -- the address that an outgoing webhook posts to; null for other types
  interface integer, -- the form of these posts: 1 our own, 2 Slack's
  token text, -- proves to the receiver that a post comes from this server
  config_data text not null default '{}' -- JSON: settings that the owner gives the bot's program
);

-- Bots whose former owner may still know their key or receiver. They have none of the new owner's rights, until the new
-- owner gives them a new key.
create table if not exists lent_bot (
  user_id integer primary key references user (id)
);

-- Offers to pass a bot on, each until somebody accepts or ends it: one for each bot.
create table if not exists bot_offer (
  bot_id integer primary key references user (id),
  receiver_id integer not null references user (id), -- the person who may accept it
  maker_id integer not null references user (id), -- who offered it: the owner of the bot, or an administrator
  made_at real not null,
  storage_bytes integer not null, -- most bytes of its storage that the receiver was told of
  payload_url text -- the address that an administrator offered along with an outgoing webhook; null: it gets lost
);
create index if not exists bot_offer_by_receiver on bot_offer (receiver_id);
create index if not exists bot_offer_by_maker on bot_offer (maker_id);

-- Accounts whose data is still being erased. The row goes with the last of the data: src/erasures/step-actions.ts.
create table if not exists erasure (
  user_id integer primary key references user (id),
  deletes_messages integer not null, -- whether the messages of the account go, too
  advanced_at real not null -- when the last part was deleted
);

-- Custom profile fields.
create table if not exists profile_field (
  id integer primary key,
  realm_id integer not null references realm (id),
  type integer not null, -- as in src/profile-fields/types.ts
  name text not null,
  name_key text not null,
  hint text not null,
  field_data text not null, -- JSON: the choices, or the site of external accounts; '' for other types
  place integer not null -- position in the list of fields
);
create unique index if not exists profile_field_by_name on profile_field (realm_id, name_key);

create table if not exists profile_value (
  user_id integer not null references user (id),
  field_id integer not null references profile_field (id),
  value text not null, -- a list is JSON
  rendered_value text, -- HTML; null for types without Markdown
  primary key (user_id, field_id)
) without rowid;
create index if not exists profile_value_by_field on profile_value (field_id);

create table if not exists password (
  user_id integer primary key references user (id),
  hash text not null -- scrypt, with its parameters: src/auth/password.ts
);

-- Sessions: a program's API key, or a browser's cookie (src/sessions/session.ts).
create table if not exists session (
  hash text primary key, -- SHA-256 of the key, or of the cookie's secret; neither is stored
  id integer not null, -- names the session in lists; unique for the user
  user_id integer not null references user (id),
  kind text not null, -- 'key' or 'browser'
  name text not null, -- the program and system that it was made by
  created_at real not null,
  used_on integer not null, -- day of the last use, in days since 1970
  expires_at real -- null: never
) without rowid;
create index if not exists session_by_user on session (user_id, created_at);

-- Changes of email address that wait for confirmation. The token is stored in plain text, because administrators pass the
-- link on while no mail is sent. It logs nobody in: it only confirms what the account itself asked for.
create table if not exists email_change (
  user_id integer primary key references user (id),
  new_email text not null,
  token text not null unique,
  created_at real not null
);

-- People who forgot their passwords, and the links that set new ones.
create table if not exists password_reset (
  user_id integer primary key references user (id),
  asked_at real, -- null: an administrator made a link without being asked
  key_hash text unique, -- SHA-256 of the key that the link ends with; null: no link was made
  maker_id integer references user (id), -- null: the operator of the deployment made the link
  expires_at real -- of the link
);

-- Domains whose addresses may join an organization that is restricted to some.
create table if not exists realm_domain (
  id integer primary key,
  realm_id integer not null references realm (id),
  domain text not null, -- in lower case
  allow_subdomains integer not null
);
create unique index if not exists realm_domain_by_name on realm_domain (realm_id, domain);

create table if not exists invitation (
  id integer primary key,
  realm_id integer not null references realm (id),
  inviter_id integer not null references user (id),
  email text, -- null: a link for many people
  key_hash text not null unique, -- SHA-256 of the key that the link ends with
  link_key text, -- the key of a link for many, which lists show again; the key for one address is not stored
  invited_as integer not null, -- a role
  stream_ids text not null, -- JSON list; empty: the default streams
  created_at real not null, -- or renewed
  expires_at real, -- null: never
  status text not null -- 'open', 'used' or 'revoked'
);
create index if not exists invitation_by_time on invitation (realm_id, created_at);
create index if not exists open_invitation on invitation (realm_id, email collate nocase) where status = 'open';

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
  message_retention_days integer, -- null: the realm's; -1: for ever
  weekly_traffic integer, -- at the last count; null: the stream is too young
  is_default integer not null default 0,
  deactivated integer not null default 0
);
create unique index if not exists stream_by_name on stream (realm_id, name_key) where not deactivated;

-- Messages in a stream for each UNIX day of the last four weeks, counted once a day.
create table if not exists stream_traffic (
  stream_id integer not null references stream (id),
  day integer not null,
  messages integer not null,
  primary key (stream_id, day)
) without rowid;

create table if not exists subscription (
  user_id integer not null references user (id),
  stream_id integer not null references stream (id),
  active integer not null,
  is_user_active integer not null default 1, -- a copy of user.is_active, to find subscribers without reading users
  color text not null,
  is_muted integer not null default 0,
  pin_to_top integer not null default 0,
  desktop_notifications integer, -- null: the user's general setting
  audible_notifications integer,
  push_notifications integer,
  email_notifications integer,
  wildcard_mentions_notify integer,
  role integer not null default 50,
  primary key (user_id, stream_id)
) without rowid;
create index if not exists subscriber on subscription (stream_id, is_user_active, user_id) where active;

-- When a user was subscribed, in message ids: the user received the messages with from_id <= id < to_id. So no row is
-- written for each recipient. Messages below unread_from (a read watermark) are read: all messages, where it is 2^53 - 1, as
-- in spans that ended and for outgoing webhooks. The last span of a user and stream says when the user lost access to the
-- stream, if they have none (src/user-messages/lost-access.ts). A user who was never subscribed has an empty span then.
create table if not exists subscription_span (
  user_id integer not null references user (id),
  stream_id integer not null references stream (id),
  from_id integer not null,
  to_id integer not null, -- 2^53 - 1 while subscribed
  unread_from integer not null,
  ended_at integer, -- null: the span lasts, or the user was there until the stream was archived
  ended_name text, -- name of the stream at that time
  primary key (user_id, stream_id, from_id)
) without rowid;

-- Sets of streams that new users can choose.
create table if not exists default_stream_group (
  id integer primary key,
  realm_id integer not null references realm (id),
  name text not null,
  name_key text not null,
  description text not null
);
create unique index if not exists default_stream_group_by_name on default_stream_group (realm_id, name_key);

create table if not exists default_stream_group_member (
  group_id integer not null references default_stream_group (id),
  stream_id integer not null references stream (id),
  primary key (group_id, stream_id)
) without rowid;

-- Muted topics. A topic can be muted before it has a message.
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
  type text not null, -- '' without a recipient, 'stream' or 'private'
  recipients text not null, -- JSON: ids of one stream, or of users
  topic text not null,
  content text not null,
  edited_at real not null
);
create index if not exists draft_by_user on draft (user_id, edited_at);

-- Scheduled messages and reminders.
create table if not exists scheduled_message (
  id integer primary key,
  realm_id integer not null references realm (id),
  sender_id integer not null references user (id),
  deliver_at real not null,
  scheduled text not null -- JSON: the type Scheduled of src/scheduled/queries.ts
);
create index if not exists scheduled_message_by_time on scheduled_message (realm_id, deliver_at);
create index if not exists scheduled_message_by_sender on scheduled_message (sender_id);

-- Private conversations: each set of people has one.
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
  rendered_content text not null, -- HTML; '=': the content as a paragraph (src/messages/stored-html.ts); '>190': src/old-texts/mark.ts
  sent_at integer not null,
  client text not null, -- a name, or a control character for a name (src/messages/stored-client.ts)
  event_id integer not null, -- of the event of its sending; grows with id
  is_me_message integer not null default 0,
  has_link integer not null default 0,
  has_image integer not null default 0,
  has_attachment integer not null default 0,
  wildcard_mentioned integer not null default 0, -- for all recipients
  is_quiet integer not null default 0, -- a notice that arrives read
  submessages text, -- JSON list; null: none
  reactions text, -- JSON list in order of addition: {emoji_name, emoji_code, reaction_type, user_id}; null: none
  last_edit_at integer, -- of content or place; null: never
  edit_history text, -- JSON list (src/edits/schema.ts), newest first; null: never edited
  queue_id text, -- with local_id: the client's local echo, to recognize a message that is sent twice
  local_id text,
  commit_token integer -- fencing token, of a message that is told by no other row of its batch; null: commit_state has it
);
create index if not exists message_by_recipient on message (recipient_id);
create index if not exists message_by_topic on message (recipient_id, topic_key) where not is_private;
create index if not exists message_with_wildcard on message (id) where wildcard_mentioned;
create index if not exists message_with_link on message (recipient_id) where has_link;
create index if not exists message_of_resolved_topic on message (recipient_id) where substr(topic, 1, 2) = '✔ ';

-- What the search index has of each message: its topic, its words, and its sender as a word such as u12. The words are the
-- text of its HTML without previews. The HTML is taken apart from tag to tag: `rest` begins within a tag, and `text` is what
-- follows the last one, after a space if that tag separates words. `rest` is filled up by a thousand characters at a time,
-- because each step copies it. An index cannot be filled from views with table functions, such as json_each. 59 is a semicolon.
-- Of a message whose text is in the object, which '>' says, the index has only the sender.
create view if not exists message_words as
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

-- Messages up to realm.old_texts_up_to whose text came back from the object, or did not move yet. It moves when it is old enough.
create table if not exists returned_text (
  message_id integer primary key,
  returned_at integer not null
);

-- Texts that the object still has to remove: one row for each change that made them useless.
create table if not exists old_text_removal (
  id integer primary key,
  texts text not null -- JSON: [message id, its last_edit_at when the text moved] of each
);

-- Keys with which the operator copies old texts: whoever can write to the database is the operator (npm run dump).
create table if not exists operator_key (
  key_hash text primary key,
  expires_at integer not null
) without rowid;

-- What tells whether the latest messages are unread, 128 in a row, for the state of a client that registers:
-- src/read-state/digests.ts. The id is the first that the row may have.
create table if not exists message_digest (
  id integer primary key,
  facts text not null -- JSON: [recipient_id, is_private, topic or members, [[id, sender_id, bits], ...]] for each place
);

-- The full-text index. Its rowid is the message's id. It keeps no text of its own: SQLite finds the words of an entry in
-- message_words. So an entry is deleted before its message changes, and inserted after that. The content is the first column,
-- because each word of the others takes two bytes more.
create virtual table if not exists message_search using fts5 (
  content, topic, sender, content = 'message_words', content_rowid = 'id', tokenize = 'porter unicode61'
);
-- Words of deleted entries go at once.
insert into message_search (message_search, rank) values ('secure-delete', 1);
-- An index that lacks the oldest message, such as that of a restored database, is filled. It counts as one row written.
insert into message_search (message_search)
select 'rebuild' from message
where id = (select min(id) from message) and not exists (select 1 from message_search_docsize as entry where entry.id = message.id);

-- Messages above the read watermark that a user has read (src/read-state/read-marks.ts): a page is 64 words, word
-- (id >> 5) has bit (id & 31). In JSON, because exports round the integers of columns.
create table if not exists read_page (
  user_id integer not null references user (id),
  page integer not null,
  words text not null, -- JSON: number of the word in the page -> bits
  primary key (user_id, page)
) without rowid;

-- What was read lately by all users of a realm: it goes to the pages when it is long.
create table if not exists read_recent (
  realm_id integer primary key references realm (id),
  marks text not null, -- JSON: user id -> number of the word -> bits
  told text not null -- events: JSON [event id, user id, ids of messages], a comma after each
);

-- Events of marks that have gone to the pages, for queues that outlive the object. The id is that of the last event.
create table if not exists read_told (
  id integer primary key,
  told text not null -- as in read_recent
);

-- Rare flags of a message for one user; bits as in src/user-messages/bits.ts.
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

-- Uploaded files. Their bytes are in R2. Who may see a message with a file may open the file.
create table if not exists attachment (
  id integer primary key,
  user_id integer not null references user (id),
  path_id text not null unique, -- below /user_uploads/: realm, a random part, and a safe name
  name text not null, -- as the owner named it
  content_type text not null,
  size integer not null, -- bytes
  link_key text not null, -- signs links that work without credentials
  created_at real not null,
  -- Of a file that a bot uploaded: the person who owned the bot then, and whose space it takes. Null: that of user_id.
  charged_to integer references user (id)
);
create index if not exists attachment_by_user on attachment (user_id);
create index if not exists attachment_by_charged on attachment (charged_to) where charged_to is not null;
-- The biggest files of a realm, whose ids have the same upper half. Smaller files, which are most, take no row of it.
create index if not exists attachment_by_size on attachment (id >> 32, size) where size >= 1000000;

create table if not exists attachment_message (
  attachment_id integer not null references attachment (id),
  message_id integer not null,
  primary key (attachment_id, message_id)
) without rowid;
create index if not exists attachment_of_message on attachment_message (message_id);

-- Space that files take, by the person whose space it is.
create table if not exists upload_space (
  user_id integer primary key references user (id),
  bytes integer not null,
  files integer not null
);

-- Files that an edit removed from a message, and when. They are kept for another day.
create table if not exists attachment_let_go (
  attachment_id integer primary key,
  at real not null
);

-- Emoji that the organization added. A deactivated one stays, because messages and reactions may hold it.
create table if not exists realm_emoji (
  id integer primary key,
  realm_id integer not null references realm (id),
  name text not null,
  author_id integer references user (id),
  deactivated integer not null default 0,
  file_name text not null,
  still_file_name text -- a still picture of an animated emoji
);
create index if not exists realm_emoji_of_realm on realm_emoji (realm_id);
create unique index if not exists realm_emoji_by_name on realm_emoji (realm_id, name) where not deactivated;

-- Linkifiers: text that becomes a link in messages.
create table if not exists realm_linkifier (
  id integer primary key,
  realm_id integer not null references realm (id),
  pattern text not null, -- a regular expression in RE2's syntax
  url_format text not null -- the link, with %(name)s for the groups of the pattern
);
create unique index if not exists realm_linkifier_by_pattern on realm_linkifier (realm_id, pattern);

-- Code playgrounds.
create table if not exists playground (
  id integer primary key,
  realm_id integer not null references realm (id),
  name text not null,
  pygments_language text not null,
  url_prefix text not null
);
create unique index if not exists playground_by_name on playground (realm_id, pygments_language, name);

-- User groups. System groups have no members here: these follow from roles (src/user-groups/system-groups.ts).
create table if not exists user_group (
  id integer primary key,
  realm_id integer not null references realm (id),
  name text not null,
  name_key text not null,
  description text not null,
  is_system_group integer not null default 0,
  creator_id integer references user (id) -- whose part of the limit it uses; null for system groups
);
create unique index if not exists user_group_by_name on user_group (realm_id, name_key);

create table if not exists user_group_member (
  group_id integer not null references user_group (id),
  user_id integer not null references user (id),
  adder_id integer references user (id), -- whose part of the limit the member uses
  primary key (group_id, user_id)
) without rowid;

-- Alert words.
create table if not exists alert_word (
  user_id integer not null references user (id),
  word text not null, -- as the user spelled it; case does not matter
  primary key (user_id, word)
) without rowid;

-- Muted users. Their messages arrive read.
create table if not exists muted_user (
  user_id integer not null references user (id),
  muted_user_id integer not null references user (id),
  date_muted integer not null,
  primary key (user_id, muted_user_id)
) without rowid;

-- A cache of linked pages, for previews: src/previews/queries.ts. The newest row of an address counts. Rows are deleted
-- after a day.
create table if not exists linked_page (
  realm_id integer not null references realm (id),
  fetched_at real not null,
  url text not null,
  page text, -- JSON: title, description and picture; null: there is nothing to show
  primary key (realm_id, fetched_at, url)
) without rowid;

-- Presence, written once a minute. The realm's object has the current state in memory: src/presence/actions.ts.
create table if not exists presence (
  realm_id integer primary key references realm (id),
  seen text not null -- JSON: user id -> name of a client -> {status, timestamp}
);

-- Statuses of users; '' and 0: not set.
create table if not exists user_status (
  user_id integer primary key references user (id),
  away integer not null,
  status_text text not null,
  emoji_name text not null,
  emoji_code text not null,
  reaction_type text not null
);

-- Data that bots' programs store under keys.
create table if not exists bot_storage (
  user_id integer not null references user (id),
  key text not null,
  value text not null,
  size integer not null, -- bytes of both
  charged_to integer references user (id), -- the person whose part of the limit it uses
  primary key (user_id, key)
);

-- Devices that are registered for push notifications.
create table if not exists push_token (
  user_id integer not null references user (id),
  service text not null, -- apns or gcm
  token text not null,
  app_id text, -- the app on the device; null: unknown
  registered_at real not null,
  primary key (user_id, service, token)
) without rowid;

-- Services whose events incoming webhook bots post: src/integrations/. A bot without a row posts what its address says.
create table if not exists integration (
  bot_id integer primary key references user (id),
  service text not null, -- its name in addresses
  stream_id integer, -- null: the owner gets direct messages
  topic text, -- null: the topic of each event
  only_events text not null default '[]', -- JSON: names of events, with stars; empty: all
  excluded_events text not null default '[]',
  secret text, -- that requests are signed with; no archive contains it. Null: signatures are not asked for
  created_at real not null
);

-- Feeds whose entries bots of integrations post: src/integrations/feeds/. No archive contains them.
create table if not exists feed (
  bot_id integer primary key references user (id),
  url text not null,
  origin text not null, -- scheme and host of the organization, for the links in its messages
  state text not null -- JSON: the version that was read last, its entries, failures (FeedState)
);

-- Browsers and apps that get push messages: src/web-push/. A row ends with the session that registered it.
create table if not exists web_push_device (
  user_id integer not null references user (id),
  id integer not null, -- another one once the keys change
  session_hash text not null,
  endpoint text not null, -- the address at the push service
  p256dh text not null, -- public key and shared secret of the device, in Base64URL (RFC 8291)
  auth text not null,
  name text not null, -- the program and system that it was registered by, or what the user calls it
  created_at real not null,
  last_success_on integer, -- day of the last push that the service took, in days since 1970; null: none
  refusals integer not null default 0, -- that came one after the other
  unreachable_since integer, -- day since which the service has not answered; null: it answered last time
  primary key (user_id, id)
) without rowid;
create unique index if not exists web_push_device_by_endpoint on web_push_device (endpoint, user_id);

-- Addresses by which mail becomes messages of a stream, one for each person who wants one: src/incoming-mail/. No archive contains
-- them.
create table if not exists stream_email_address (
  user_id integer not null references user (id), -- posts with what this person may do
  stream_id integer not null references stream (id),
  token text not null,
  origin text not null, -- scheme and host at which it was made
  primary key (user_id, stream_id)
) without rowid;
create unique index if not exists stream_email_address_by_token on stream_email_address (token);

-- The keys that prove to push services which server sends (VAPID, RFC 8292). No archive contains them.
create table if not exists web_push_key (
  realm_id integer primary key references realm (id),
  private_key text not null, -- Base64URL, like the next one
  public_key text not null,
  object_id text not null -- of the realm's object, by which a copy of the database in another deployment is recognized
);

-- The keys that sign the addresses at which people unsubscribe from mails: src/mail/unsubscribing/. No archive contains them.
create table if not exists unsubscribe_key (
  realm_id integer primary key references realm (id),
  key text not null -- Base64URL
);

-- Exports of an organization's data, including failed and deleted ones. The token signs the links to the archive;
-- each administrator has a link of their own.
create table if not exists realm_export (
  id integer primary key,
  realm_id integer not null references realm (id),
  acting_user_id integer not null references user (id),
  export_time real not null, -- when it was requested
  token text not null unique,
  origin text not null, -- scheme and host of its link, for events that no request causes
  completed_at real, -- pending while this and failed_at are null
  failed_at real,
  deleted_at real,
  export_type integer not null default 1, -- as in src/exports/schema.ts
  copied_at real, -- of a copy that an owner fetches part by part: when the last run began; else null, as the next one
  copy_runs text -- JSON: the last runs, as in src/exports/copies/queries.ts
);
create index if not exists export_of_realm on realm_export (realm_id);

-- Parts of an archive. They are objects in R2, and a download sends them in order.
create table if not exists realm_export_part (
  export_id integer not null references realm_export (id),
  number integer not null,
  key text not null, -- in the bucket
  size integer not null, -- bytes
  primary key (export_id, number)
) without rowid;

-- The archive that a person last asked for of their own data.
create table if not exists own_data (
  user_id integer primary key references user (id),
  serial integer not null, -- counts the archives of the person
  requested_at real not null,
  token text not null, -- signs the link
  origin text not null, -- of the link
  completed_at real,
  failed_at real,
  deleted_at real,
  failure text -- why it failed, as in src/own-data/failures.ts; null: it did not, or before the reason was written
);

-- How much of it counts as space of the person's files. It has no row while that is nothing.
create table if not exists own_data_space (
  user_id integer primary key references own_data (user_id),
  bytes integer not null
);

-- Its parts, which are objects in the bucket.
create table if not exists own_data_part (
  user_id integer not null references own_data (user_id),
  number integer not null,
  key text not null,
  size integer not null, -- bytes
  primary key (user_id, number)
) without rowid;

-- Backups of an organization in the bucket, including failed ones. A deleted one has no row.
create table if not exists realm_backup (
  id integer primary key,
  acting_user_id integer references user (id), -- null: the schedule
  begun_at real not null,
  folder text not null, -- the beginning of its keys in the bucket
  origin text not null, -- scheme and host of the organization, with which links in messages may begin
  messages integer, -- how many it has; null until all parts are written
  size integer, -- bytes of all parts; null until then
  verified_at real, -- pending while this and failed_at are null
  failed_at real,
  failure text -- as in src/backups/schema.ts
);

-- Parts of a backup, which are objects in the bucket. All in sequence are the archive.
create table if not exists realm_backup_part (
  backup_id integer not null references realm_backup (id),
  number integer not null,
  key text not null, -- in the bucket
  size integer not null, -- bytes
  sha256 text not null, -- in hexadecimal digits
  primary key (backup_id, number)
) without rowid;

-- What links to backups are made with. Scheduled backups belong to no request that says where the organization is.
create table if not exists backup_address (
  realm_id integer primary key references realm (id),
  origin text not null, -- scheme and host that an owner used last
  token text not null -- signs the links
);

-- Imports of archives (docs/archive.md), including stopped ones.
create table if not exists realm_import (
  id integer primary key,
  realm_id integer not null references realm (id),
  owner_id integer not null references user (id), -- who runs it
  plan text not null, -- JSON: the manifest of the archive, its record of the organization, and keep_roles
  aliases text not null default '{}', -- JSON: counter -> id in the archive -> id here, where these do not correspond
  bot_owners text not null default '{}', -- JSON: bot -> owner who has not been imported yet, by their ids here
  done text not null default '{}', -- JSON: chapter -> numbers of its batches, and how many records these had
  files_done text not null default '{}', -- JSON: kind of file -> ids of records whose files have arrived
  started_at real not null,
  finished_at real,
  stopped_at real
);
create index if not exists import_of_realm on realm_import (realm_id);
