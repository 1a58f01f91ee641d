/** What archives call things that are left out, in words for people. */
const words: Readonly<Record<string, string>> = {
  channel_join: 'notices that somebody joined a channel',
  channel_leave: 'notices that somebody left a channel',
  channel_topic: 'notices that the topic of a channel was set',
  channel_purpose: 'notices that the purpose of a channel was set',
  channel_name: 'notices that a channel was renamed',
  channel_archive: 'notices that a channel was archived',
  channel_unarchive: 'notices that a channel was opened again',
  group_join: 'notices that somebody joined a private channel',
  group_leave: 'notices that somebody left a private channel',
  pinned_item: 'notices that something was pinned',
  bot_add: 'notices that an integration was added',
  bot_remove: 'notices that an integration was removed',
  tombstone: 'messages that were deleted',
  huddle_thread: 'notices of huddles',
  reminder_add: 'notices that a reminder was set',
  system_join_channel: 'notices that somebody joined a channel',
  system_leave_channel: 'notices that somebody left a channel',
  system_add_to_channel: 'notices that somebody was added to a channel',
  system_header_change: 'notices that the header of a channel was set',
  GuildMemberJoin: 'notices that somebody joined the server',
  ChannelPinnedMessage: 'notices that something was pinned',
  ThreadCreated: 'notices that a thread was begun',
}

/** A kind of things that are left out, for people. What is one word only is a kind of notices in the source. */
export function skipWords(kind: string): string {
  if (Object.hasOwn(words, kind)) return words[kind]!
  return /^\w*(_|[a-z][A-Z])\w*$/.test(kind) ? `notices of the kind ${kind}` : kind
}
