import { describe, expect, test } from 'vitest'
import { discord } from '../../import/discord/index.ts'
import { convert, sourceFiles, talk, type FileContent } from '../kit/conversion.ts'
import { ada, bo, channelFile, channels, message, robot, secondOf, snowflake, thread } from '../kit/discord-export.ts'

const [newAda, newBo] = [101, 102]

const lighthouse = (files: Record<string, FileContent>, options = {}) => convert(discord, files, options)

test('an export is recognized by the beginning of its files', async () => {
  const files = { 'general.json': channelFile(channels.general), 'general.json_Files/sticker.json': { v: 1 } }
  expect(await discord.recognizes(sourceFiles(files))).toBe(true)
  expect(await discord.recognizes(sourceFiles({ 'users.json': [], 'channels.json': [] }))).toBe(false)
})

test('a message has what it had', async () => {
  const { records, skipped, realm } = await lighthouse({
    'general.json': channelFile(
      channels.general,
      message(1, ada, 'Hello', {
        timestampEdited: '2026-05-22T10:05:00+00:00',
        isPinned: true,
        reactions: [
          { emoji: { id: '', name: '👍🏽', code: 'thumbsup_tone3' }, count: 2, users: [bo] },
          { emoji: { id: '9', name: 'blob', code: 'blob' }, count: 3, users: [] },
        ],
      }),
      message(2, bo, 'joined', { type: 'GuildMemberJoin' }),
      message(3, bo, 'pinned a message', { type: 'ChannelPinnedMessage' }),
      message(4, bo, ''),
    ),
  })
  expect(records.messages).toEqual([
    {
      id: 1,
      sender_id: newAda,
      stream_id: 101,
      conversation_id: null,
      topic: '2026-05',
      content: 'Hello',
      sent_at: secondOf(1),
      client: 'Discord',
      is_me_message: false,
      wildcard_mentioned: false,
      is_quiet: false,
      submessages: [],
      reactions: [{ user_id: newBo, emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }],
      last_edit_at: secondOf(5),
      edit_history: [],
      files: [],
    },
  ])
  expect(realm).toMatchObject({ name: 'Lighthouse', icon: null })
  expect(skipped).toEqual({
    'pinned messages': 1,
    'reactions of unknown people': 1,
    'reactions without a picture': 3,
    GuildMemberJoin: 1,
    ChannelPinnedMessage: 1,
    'messages without text': 1,
  })
})

test('channels are streams under their categories, and everybody active is in the public ones', async () => {
  const { records, warnings } = await lighthouse({
    'a.json': channelFile(channels.general, message(1, ada, 'a'), message(2, robot, 'beep')),
    'b.json': channelFile(channels.plans, message(3, bo, 'b')),
    'c.json': channelFile(
      thread('503', 'hush', channels.plans, { type: 'GuildPrivateThread' }),
      message(4, bo, 'quietly'),
    ),
  })
  expect(records.streams.map(({ id, name, description, invite_only }) => [id, name, description, invite_only])).toEqual(
    [
      [101, 'general', 'Talk', false],
      [102, 'Work / plans', '', false],
      [103, 'plans / hush', '', true],
    ],
  )
  expect(records.subscriptions.map(({ user_id, stream_id }) => [user_id, stream_id])).toEqual([
    [101, 101],
    [103, 101],
    [101, 102],
    [103, 102],
    [103, 103],
  ])
  expect(
    records.users.map(({ full_name, is_active, bot, date_joined }) => [full_name, is_active, bot, date_joined]),
  ).toEqual([
    ['Ada Park', true, null, secondOf(1)],
    ['Beacon', true, { type: 1, owner_id: 101, is_system_bot: false }, secondOf(2)],
    ['Bo Li', true, null, secondOf(3)],
  ])
  expect(warnings).toHaveLength(2)
})

test('people get the addresses that the importing person gives', async () => {
  const { records } = await lighthouse(
    { 'a.json': channelFile(channels.general, message(1, ada, 'a'), message(2, bo, 'b')) },
    {
      addresses: new Map([
        ['ada', 'ada@example.com'],
        ['1002', 'bo@example.com'],
      ]),
    },
  )
  expect(records.users.map(({ delivery_email }) => delivery_email)).toEqual(['ada@example.com', 'bo@example.com'])
})

describe('threads', () => {
  const root = message(1, ada, 'Shall we paint?')

  test('are topics, with the message that began them; a line stands in its place', async () => {
    const conversion = await lighthouse({
      'a.json': channelFile(channels.general, root, message(4, ada, 'Other talk')),
      'b.json': channelFile(
        thread(String(root['id']), 'Painting', channels.general),
        message(2, bo, '', { type: '21' }),
        message(3, bo, 'Yes'),
      ),
    })
    expect(talk(conversion)).toEqual({
      general: {
        Painting: ['Ada Park: Shall we paint?', 'Bo Li: Yes'],
        '2026-05': ['Ada Park: #**general>Painting**', 'Ada Park: Other talk'],
      },
    })
    expect(conversion.records.messages.map(({ id, is_quiet }) => [id, is_quiet])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ])
  })

  test('of a forum are topics of its stream, and none has the topic of a month', async () => {
    const forum = { id: '510', name: 'ideas' }
    const conversion = await lighthouse({
      'a.json': channelFile(thread('511', '2026-05', forum), message(1, ada, 'first post')),
      'b.json': channelFile(thread('512', '2026-05', forum), message(2, bo, 'second post')),
      'c.json': channelFile(channels.general, message(3, ada, 'talk')),
      'd.json': channelFile(thread('513', '2026-05', channels.general), message(4, bo, 'thread')),
    })
    expect(talk(conversion)).toEqual({
      ideas: { '2026-05': ['Ada Park: first post'], '2026-05 (2)': ['Bo Li: second post'] },
      general: { '2026-05': ['Ada Park: talk'], '2026-05 (2)': ['Bo Li: thread'] },
    })
  })
})

test('private conversations have those who wrote, or whom their name says', async () => {
  const group = { id: '601', type: 'DirectGroupTextChat', name: 'Us', category: null, categoryId: null, topic: null }
  const conversion = await lighthouse({
    'a.json': channelFile(channels.direct, message(1, ada, 'Hi Bo')),
    'b.json': channelFile(group, message(2, ada, 'we'), message(3, bo, 'two')),
    'c.json': channelFile({ ...channels.direct, id: '602', name: 'Carla' }, message(4, ada, 'Hi Carla')),
  })
  expect(talk(conversion)).toEqual({
    'Ada Park, Bo Li': { '': ['Ada Park: Hi Bo', 'Ada Park: we', 'Bo Li: two'] },
    'Ada Park, Carla': { '': ['Ada Park: Hi Carla'] },
  })
  expect(conversion.records.streams).toEqual([])
})

test('answers quote the first words, with a link', async () => {
  const first = message(1, ada, 'Is the **lamp** lit?\nIt is dark.')
  const reply = message(2, bo, 'Yes', { type: 'Reply', reference: { messageId: first['id'], channelId: '500' } })
  const { records, skipped } = await lighthouse({
    'a.json': channelFile(
      channels.general,
      first,
      reply,
      message(3, ada, 'Thanks', { type: 'Reply', reference: { messageId: reply['id'] } }),
      message(4, ada, 'Who?', { type: 'Reply', reference: { messageId: '999' } }),
    ),
  })
  expect(records.messages.map(({ content }) => content)).toEqual([
    'Is the **lamp** lit?\nIt is dark.',
    '@_**Ada Park|101** [wrote](/#narrow/stream/101-general/topic/2026-05/near/1):\n> Is the lamp lit? It is dark.\n\nYes',
    '@_**Bo Li|102** [wrote](/#narrow/stream/101-general/topic/2026-05/near/2):\n> Yes\n\nThanks',
    'Who?',
  ])
  expect(skipped).toEqual({ 'links of answers to messages that are not there': 1 })
})

test('files and pictures beside the export come along; others are links', async () => {
  const { records, files, skipped } = await lighthouse({
    'out/general.json': {
      ...channelFile(
        channels.general,
        message(1, { ...ada, avatarUrl: 'general.json_Files\\ada.png' }, 'look', {
          attachments: [
            { id: '1', url: 'general.json_Files/map-AB12.png', fileName: 'map.png', fileSizeBytes: 3 },
            { id: '2', url: 'https://cdn.discordapp.com/x/old.txt', fileName: 'old.txt', fileSizeBytes: 9 },
            { id: '3', url: '/home/somebody/out/general.json_Files/map-AB12.png', fileName: 'again.png' },
            { id: '4', url: '../../../etc/passwd', fileName: 'passwd' },
          ],
          stickers: [{ id: '7', name: 'Wave', format: 'Lottie', sourceUrl: 'general.json_Files/wave.json' }],
        }),
        message(2, bo, 'a <:blob:9> and :blob:', {
          inlineEmojis: [{ id: '9', name: 'blob', imageUrl: 'general.json_Files/blob.png' }],
          reactions: [{ emoji: { id: '9', name: 'blob' }, count: 1, users: [ada] }],
        }),
      ),
      guild: { id: '300', name: 'Lighthouse', iconUrl: 'general.json_Files/icon.png' },
    },
    'out/general.json_Files/ada.png': 'ada',
    'out/general.json_Files/map-AB12.png': 'map',
    'out/general.json_Files/blob.png': 'blob',
    'out/general.json_Files/wave.json': {},
    'out/general.json_Files/icon.png': 'icon',
  })
  expect(records.messages.map(({ content, files: linked }) => [content, linked])).toEqual([
    [
      'look\n\n[map.png](/user_uploads/101)\n[old.txt](https://cdn.discordapp.com/x/old.txt)\npasswd\n(sticker: Wave)',
      [101],
    ],
    ['a :blob: and :blob:', []],
  ])
  expect(records.messages[1]!.reactions).toEqual([
    { user_id: newAda, emoji_name: 'blob', emoji_code: '101', reaction_type: 'realm_emoji' },
  ])
  expect(records.files).toEqual([
    {
      id: 101,
      user_id: newAda,
      name: 'map.png',
      content_type: 'image/png',
      size: 3,
      created_at: secondOf(1),
      file: 'files/uploads/101',
    },
  ])
  expect(Object.fromEntries(files)).toEqual({
    'files/avatars/101': 'out/general.json_Files/ada.png',
    'files/emoji/101': 'out/general.json_Files/blob.png',
    'files/icon': 'out/general.json_Files/icon.png',
    'files/uploads/101': 'out/general.json_Files/map-AB12.png',
  })
  expect(skipped).toEqual({ 'files without content': 2, 'stickers without a picture': 1 })
})

test('cards of bots are text, previews of links are counted, forwarded messages are quotes', async () => {
  const card = {
    title: 'Build 7',
    url: 'https://build.example/7',
    description: 'It **works**',
    fields: [{ name: 'Time', value: '3 min' }],
    footer: { text: 'fast' },
  }
  const { records, skipped } = await lighthouse({
    'a.json': channelFile(
      channels.general,
      message(1, robot, '', { embeds: [card] }),
      message(2, ada, 'https://build.example/7', { embeds: [card] }),
      message(3, ada, '', {
        reference: { type: 'Forward', messageId: '1' },
        forwardedMessage: { content: 'old\nnews' },
      }),
      message(4, { ...robot, name: 'Weather' }, 'rain'),
    ),
  })
  expect(records.messages.map(({ content }) => content)).toEqual([
    '**[Build 7](https://build.example/7)**\n\nIt **works**\n\n**Time**: 3 min\n\nfast',
    'https://build.example/7',
    '> old\n> news',
    '**Weather:**\nrain',
  ])
  expect(skipped).toEqual({ 'link previews': 1 })
})

test('parts of a channel belong together, and a message that is in two of them is there once', async () => {
  const one = message(2, ada, 'two')
  const { records, skipped } = await lighthouse({
    'general [part 2].json': channelFile(channels.general, one, message(3, ada, 'three')),
    'general.json': channelFile(channels.general, message(1, ada, 'one'), one),
  })
  expect(records.messages.map(({ id, content }) => [id, content])).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ])
  expect(records.streams).toHaveLength(1)
  expect(skipped).toEqual({ 'messages without an id of their own': 1 })
})

test('dates after the import are set to it, long texts are cut', async () => {
  const { records, skipped } = await lighthouse(
    {
      'a.json': channelFile(
        channels.general,
        message(1, ada, 'x'.repeat(100_000)),
        message(2, ada, 'later', { id: snowflake('2030-01-01T00:00:00Z'), timestamp: '2030-01-01T00:00:00+00:00' }),
      ),
    },
    { now: secondOf(30) },
  )
  expect(records.messages.map(({ sent_at }) => sent_at)).toEqual([secondOf(1), secondOf(30)])
  expect(skipped).toEqual({ 'texts cut at 64 KiB': 1 })
})
