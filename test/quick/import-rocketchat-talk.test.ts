import { expect, test } from 'vitest'
import { rocketchat } from '../../import/rocketchat/index.ts'
import { convert, talk } from '../kit/conversion.ts'
import { at, dumpOf, grid, message, secondOf } from '../kit/rocketchat-dump.ts'

const [newAda, newBo] = [101, 102]

const conversionOf = (...messages: Record<string, unknown>[]) =>
  convert(rocketchat, dumpOf({ rocketchat_message: messages }))

test('a message has what it had', async () => {
  const { records, skipped } = await conversionOf(
    message(1, 'GENERAL', 'aaa', 'Hello *you*', {
      editedAt: at(9),
      editedBy: { _id: 'aaa', username: 'ada' },
      pinned: true,
      starred: [{ _id: 'bbb' }, { _id: 'bbb' }],
      reactions: {
        ':thumbsup_tone3:': { usernames: ['bo'] },
        ':nothing_such:': { usernames: ['bo', 'ada'] },
        broken: null,
      },
    }),
    message(7, 'GENERAL', 'aaa', 'Helo', {
      _id: 'history1',
      _hidden: true,
      parent: `msg${'1'.padStart(14, '0')}`,
      ts: at(1),
      editedAt: at(8),
      editedBy: { _id: 'aaa' },
    }),
    message(8, 'GENERAL', 'aaa', 'Hell', {
      _id: 'history2',
      _hidden: true,
      parent: `msg${'1'.padStart(14, '0')}`,
      editedAt: at(9),
      editedBy: { _id: 'bbb' },
    }),
    message(2, 'GENERAL', 'bbb', 'bo', { t: 'uj' }),
    message(3, 'GENERAL', 'bbb', '', { t: 'rm' }),
    message(4, 'GENERAL', 'bbb', 'x9Az==', { t: 'e2e' }),
    message(5, 'GENERAL', 'bbb', ''),
    message(6, 'GENERAL', 'bbb', 'no time', { ts: 'yesterday' }),
  )
  expect(records.messages).toEqual([
    {
      id: 1,
      sender_id: newAda,
      stream_id: 101,
      conversation_id: null,
      topic: '2026-05',
      content: 'Hello **you**',
      sent_at: secondOf(1),
      client: 'Rocket.Chat',
      is_me_message: false,
      wildcard_mentioned: false,
      is_quiet: false,
      submessages: [],
      reactions: [{ user_id: newBo, emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }],
      last_edit_at: secondOf(9),
      edit_history: [
        { user_id: newBo, timestamp: secondOf(9), prev_content: 'Hell' },
        { user_id: newAda, timestamp: secondOf(8), prev_content: 'Helo' },
      ],
      files: [],
    },
  ])
  expect(records.marks).toEqual([{ user_id: newBo, read: [], flags: [[1, 2]] }])
  expect(skipped).toEqual({
    'pinned messages': 1,
    'reactions without a picture': 2,
    'notices (uj)': 1,
    'deleted messages': 1,
    'encrypted messages': 1,
    'messages without text': 1,
    'messages without a room, a sender or a time': 1,
  })
})

test('threads are topics, in whatever order the documents are', async () => {
  const root = message(1, 'GENERAL', 'aaa', 'Shall we *paint*?', { tcount: 2 })
  const conversion = await conversionOf(
    message(5, 'GENERAL', 'bbb', 'And told all', { tmid: root['_id'], tshow: true }),
    message(2, 'GENERAL', 'bbb', 'Yes', { tmid: root['_id'] }),
    message(3, 'GENERAL', 'aaa', 'Other talk'),
    message(4, 'GENERAL', 'bbb', 'lost', { tmid: 'nothing' }),
    root,
  )
  expect(talk(conversion)).toEqual({
    general: {
      '2026-05-22 Shall we paint?': ['Ada Park: Shall we **paint**?', 'Bo Li: Yes', 'Bo Li: And told all'],
      '2026-05': [
        'Ada Park: #**general>2026-05-22 Shall we paint?**',
        'Ada Park: Other talk',
        'Bo Li: lost',
        'Bo Li: And told all',
      ],
    },
  })
  expect(conversion.records.messages.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('conversations have their members; those of somebody who left, too', async () => {
  const conversion = await conversionOf(
    message(1, 'aaabbb', 'aaa', 'Psst', { tcount: 1 }),
    message(2, 'aaabbb', 'bbb', 'What?', { tmid: `msg${'1'.padStart(14, '0')}` }),
  )
  expect(talk(conversion)).toEqual({ 'Ada Park, Bo Li': { '': ['Ada Park: Psst', 'Bo Li: What?'] } })
})

test('quotes have a link and the first words; other cards are text', async () => {
  const link = `https://chat.old.example/channel/general?msg=msg${'1'.padStart(14, '0')}`
  const { records } = await conversionOf(
    message(1, 'GENERAL', 'aaa', 'Is the *lamp* lit?'),
    message(2, 'GENERAL', 'bbb', `[ ](${link}) Yes`, {
      attachments: [{ text: 'Is the *lamp* lit?', author_name: 'ada', message_link: link }],
    }),
    message(3, 'GENERAL', 'bbb', `See [this](${link})`),
    message(4, 'GENERAL', 'bbb', 'and', {
      attachments: [
        { text: 'a lost one', author_name: 'ada', message_link: 'https://x.example/channel/x?msg=qqqqqqq' },
      ],
    }),
    message(5, 'GENERAL', 'rocket.cat', '', {
      alias: 'Build',
      attachments: [
        {
          title: 'Build 7',
          title_link: 'https://b.example/7',
          text: 'It _works_',
          fields: [{ title: 'Time', value: '3 min' }],
        },
      ],
    }),
  )
  const address = '/#narrow/stream/101-general/topic/2026-05/near/1'
  expect(records.messages.map(({ content }) => content)).toEqual([
    'Is the **lamp** lit?',
    `@_**Ada Park|101** [wrote](${address}):\n> Is the lamp lit?\n\nYes`,
    `See [this](${address})`,
    '> a lost one\n\nand',
    '**Build:**\n**[Build 7](https://b.example/7)**\nIt *works*\n**Time:** 3 min',
  ])
})

test('files come from the database, in whatever order their chunks are', async () => {
  const uploads = grid('rocketchat_uploads', { up1: 'a whole file', up2: 'half', up3: '' })
  const [first, second, ...others] = uploads['rocketchat_uploads.chunks']!
  const chunks = [second!, ...others.filter(({ files_id: id, n }) => !(id === 'up2' && n === 1)), first!]
  const { records, files, skipped } = await convert(
    rocketchat,
    dumpOf({
      ...uploads,
      'rocketchat_uploads.chunks': chunks,
      rocketchat_uploads: [
        {
          _id: 'up1',
          name: 'map.png',
          type: 'image/png',
          size: 12,
          rid: 'GENERAL',
          userId: 'aaa',
          store: 'GridFS:Uploads',
        },
      ],
      rocketchat_message: [
        message(1, 'GENERAL', 'aaa', '', {
          file: { _id: 'up1', name: 'map.png', type: 'image/png' },
          files: [
            { _id: 'up1', name: 'map.png', type: 'image/png' },
            { _id: 'up9', name: 'thumb-map.png', typeGroup: 'thumb' },
          ],
          attachments: [
            { title: 'map.png', title_link: '/file-upload/up1/map.png', type: 'file', description: 'the *map*' },
          ],
        }),
        message(2, 'GENERAL', 'bbb', 'two', { file: { _id: 'up2', name: 'half [1].txt' } }),
        message(3, 'GENERAL', 'bbb', 'three', { file: { _id: 'up3', name: 'empty.txt' } }),
      ],
    }),
  )
  expect(records.messages.map(({ content, files: linked }) => [content, linked])).toEqual([
    ['the **map**\n\n[map.png](/user_uploads/101)', [101]],
    ['two\n\nhalf 1 .txt', []],
    ['three\n\n[empty.txt](/user_uploads/103)', [103]],
  ])
  expect(records.files).toEqual([
    {
      id: 101,
      user_id: newAda,
      name: 'map.png',
      content_type: 'image/png',
      size: 12,
      created_at: secondOf(1),
      file: 'files/uploads/101',
    },
    {
      id: 103,
      user_id: newBo,
      name: 'empty.txt',
      content_type: 'text/plain',
      size: 0,
      created_at: secondOf(3),
      file: 'files/uploads/103',
    },
  ])
  expect(Buffer.from(files.get('files/uploads/101') as Uint8Array).toString()).toBe('a whole file')
  expect(skipped).toEqual({ 'files without content': 1 })
})

test('dates after the import are set to it, long texts are cut, and a message is there once', async () => {
  const { records, skipped } = await convert(
    rocketchat,
    dumpOf({
      rocketchat_message: [
        message(1, 'GENERAL', 'aaa', 'x'.repeat(100_000)),
        message(2, 'GENERAL', 'aaa', 'a\0b'),
        message(2, 'GENERAL', 'aaa', 'again'),
        message(90, 'GENERAL', 'aaa', 'later'),
      ],
    }),
    { now: secondOf(30) },
  )
  expect(records.messages.map(({ sent_at, content }) => [sent_at, content.length])).toEqual([
    [secondOf(1), 65_536 - 2],
    [secondOf(2), 2],
    [secondOf(30), 5],
  ])
  expect(skipped).toEqual({ 'texts cut at 64 KiB': 1, 'messages without a room, a sender or a time': 1 })
})
