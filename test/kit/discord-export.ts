/** Files of DiscordChatExporter that were made up: each has the fields that its JSON has. */

type Row = Record<string, unknown>

const epoch = 1_420_070_400_000

/** An id that was made at a time, as all ids of Discord tell. */
export const snowflake = (iso: string, number = 0): string =>
  String((BigInt(Date.parse(iso) - epoch) << 22n) + BigInt(number))

const person = (id: string, name: string, nickname: string, row: Row = {}): Row => ({
  id,
  name,
  discriminator: '0000',
  nickname,
  color: null,
  isBot: false,
  roles: [],
  avatarUrl: `https://cdn.discordapp.com/avatars/${id}/x.png`,
  ...row,
})

export const ada = person('1001', 'ada', 'Ada Park', {
  roles: [{ id: '70', name: 'keepers', color: null, position: 1 }],
})
export const bo = person('1002', 'bo', 'Bo Li')
export const robot = person('1003', 'Beacon', 'Beacon', { isBot: true })

export const channels = {
  general: {
    id: '500',
    type: 'GuildTextChat',
    categoryId: '400',
    category: 'Text Channels',
    name: 'general',
    topic: 'Talk',
  },
  plans: { id: '501', type: 'GuildTextChat', categoryId: '401', category: 'Work', name: 'plans', topic: null },
  direct: { id: '600', type: 'DirectTextChat', categoryId: null, category: null, name: 'Bo Li', topic: null },
}

export const thread = (id: string, name: string, parent: Row, row: Row = {}): Row => ({
  id,
  type: 'GuildPublicThread',
  categoryId: parent['id'],
  category: parent['name'],
  name,
  topic: null,
  ...row,
})

/** A message of a minute in May 2026. */
export const message = (minute: number, author: Row, content: string, row: Row = {}): Row => {
  const timestamp = `2026-05-22T10:${String(minute).padStart(2, '0')}:00.25+00:00`
  return {
    id: snowflake(timestamp, minute),
    type: 'Default',
    timestamp,
    timestampEdited: null,
    callEndedTimestamp: null,
    isPinned: false,
    content,
    author,
    attachments: [],
    embeds: [],
    stickers: [],
    reactions: [],
    mentions: [],
    inlineEmojis: [],
    ...row,
  }
}

/** The UNIX second of such a message. */
export const secondOf = (minute: number): number => Date.UTC(2026, 4, 22, 10, minute) / 1000

export const channelFile = (channel: Row, ...messages: Row[]) => ({
  guild: { id: '300', name: 'Lighthouse', iconUrl: 'https://cdn.discordapp.com/icons/300/x.png' },
  channel,
  dateRange: { after: null, before: null },
  exportedAt: '2026-06-01T00:00:00+00:00',
  messages,
  messageCount: messages.length,
})
