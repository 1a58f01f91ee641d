import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { rocketchat } from '../../import/rocketchat/index.ts'
import { convert, sourceFiles } from '../kit/conversion.ts'
import {
  at,
  bsonOf,
  dumpOf,
  grid,
  message,
  people,
  room,
  rooms,
  secondOf,
  subscription,
  user,
} from '../kit/rocketchat-dump.ts'

const [newAda, newBo] = [101, 102]

test('a dump is recognized by its collections, compressed or not', async () => {
  expect(await rocketchat.recognizes(sourceFiles(dumpOf()))).toBe(true)
  expect(
    await rocketchat.recognizes(sourceFiles({ 'rocketchat_message.bson.gz': 'x', 'rocketchat_room.bson.gz': 'x' })),
  ).toBe(true)
  expect(await rocketchat.recognizes(sourceFiles({ 'users.bson': 'x' }))).toBe(false)
})

test('a compressed dump is read like another', async () => {
  const plain = dumpOf({ rocketchat_message: [message(1, 'GENERAL', 'aaa', 'Hello')] })
  const compressed = Object.fromEntries(
    Object.entries(plain).map(([name, bytes]) => [name.replace('.bson', '.bson.gz'), new Uint8Array(gzipSync(bytes))]),
  )
  const [one, other] = [await convert(rocketchat, plain), await convert(rocketchat, compressed)]
  expect(other.records).toEqual(one.records)
  expect(one.records.messages.map(({ content }) => content)).toEqual(['Hello'])
})

const refusalOf = (bytes: Uint8Array, name = 'rocketchat/rocketchat_message.bson') =>
  expect(convert(rocketchat, { ...dumpOf(), [name]: bytes })).rejects

describe('a damaged file is named', () => {
  test('if a document has no possible length', async () => {
    await refusalOf(Buffer.from([255, 255, 255, 127, 0])).toThrow(
      'rocketchat_message.bson is damaged: a document has 2147483647 bytes.',
    )
  })

  test('if it ends within a document', async () => {
    await refusalOf(bsonOf([message(1, 'GENERAL', 'aaa', 'x')]).subarray(0, -3)).toThrow('it ends within a document')
  })

  test('if a document is none', async () => {
    await refusalOf(Buffer.from([8, 0, 0, 0, 99, 99, 99, 99])).toThrow(/rocketchat_message\.bson is damaged/)
  })

  test('if it is not compressed as it says', async () => {
    const files = dumpOf()
    delete files['rocketchat/users.bson']
    await expect(convert(rocketchat, { ...files, 'rocketchat/users.bson.gz': Buffer.from('no gzip') })).rejects.toThrow(
      'rocketchat/users.bson.gz is damaged',
    )
  })
})

describe('people', () => {
  test('have roles, addresses, words and a status; bots have an owner; the cat is the notification bot', async () => {
    const { records } = await convert(
      rocketchat,
      dumpOf({
        users: [
          ...people,
          user('ccc', 'carla', 'Carla', { roles: ['guest'], active: false, statusText: 'away <b>' }),
          user('ddd', 'dora', '', {
            roles: ['moderator'],
            emails: null,
            settings: { preferences: { highlights: ['fog', 'FOG', 7, null] } },
          }),
          user('eee', 'beacon', 'Beacon', { type: 'bot', roles: ['bot'] }),
        ],
      }),
      { addresses: new Map([['dora', 'dora@example.org']]) },
    )
    expect(
      records.users.map(({ full_name, delivery_email, role, is_active, bot, alert_words }) => [
        full_name,
        delivery_email,
        role,
        is_active,
        bot?.owner_id ?? null,
        alert_words,
      ]),
    ).toEqual([
      ['Ada Park', 'ada@example.com', 200, true, null, []],
      ['Bo Li', 'bo@example.com', 400, true, null, []],
      ['Notification Bot', null, 400, true, null, []],
      ['Carla', 'carla@example.com', 600, false, null, []],
      ['dora', 'dora@example.org', 300, true, null, ['fog', '7']],
      ['Beacon', null, 400, true, newAda, []],
    ])
    expect(records.users[2]!.bot).toEqual({ type: 1, owner_id: null, is_system_bot: true })
    expect(records.users[3]!.status?.text).toBe('away <b>')
    expect(JSON.stringify(records.users)).not.toContain('secret')
  })

  test('who were deleted are inactive, and have the name that their messages tell', async () => {
    const { records } = await convert(
      rocketchat,
      dumpOf({
        rocketchat_room: [...rooms, { _id: 'aaaggg', t: 'd', uids: ['aaa', 'ggg'], usernames: ['ada', 'gone'] }],
        rocketchat_message: [
          message(1, 'GENERAL', 'fff', 'bye', { u: { _id: 'fff', username: 'finn', name: 'Finn' } }),
          message(2, 'aaaggg', 'aaa', 'are you there?'),
        ],
      }),
    )
    expect(records.users.slice(3).map(({ full_name, is_active }) => [full_name, is_active])).toEqual([
      ['gone', false],
      ['Finn', false],
    ])
    expect(records.conversations.map(({ members }) => members)).toEqual([[newAda, 104]])
  })
})

test('rooms are streams; public discussions are topics, private ones streams; other kinds are left out', async () => {
  const { records, skipped, realm } = await convert(
    rocketchat,
    dumpOf({
      rocketchat_settings: [
        { _id: 'Accounts_Secret', value: 'secret' },
        { _id: 'Site_Name', value: 'Lighthouse' },
      ],
      rocketchat_room: [
        ...rooms,
        room('old', 'c', 'general', { archived: true, ro: true, description: 'was' }),
        room('d1', 'c', 'x7aBc', { fname: 'Paint', prid: 'GENERAL' }),
        room('d2', 'p', 'y7aBc', { fname: 'Salary', prid: 'secret' }),
        room('live', 'l', 'customer'),
      ],
      rocketchat_message: [
        message(1, 'd1', 'aaa', 'Red?'),
        message(2, 'd2', 'aaa', 'More!'),
        message(3, 'live', 'visitor', 'help'),
        message(4, 'GENERAL', 'aaa', 'Paint', { t: 'discussion-created', drid: 'd1' }),
      ],
    }),
  )
  expect(realm?.name).toBe('Lighthouse')
  expect(
    records.streams.map(({ id, name, description, invite_only, is_default, is_archived, stream_post_policy }) => [
      id,
      name,
      description,
      invite_only,
      is_default,
      is_archived,
      stream_post_policy,
    ]),
  ).toEqual([
    [101, 'general', 'Talk', false, true, false, 1],
    [102, 'secret', '', true, false, false, 1],
    [103, 'general', 'was', false, false, true, 2],
    [104, 'Salary', '', true, false, false, 1],
  ])
  expect(records.messages.map(({ stream_id, topic, content }) => [stream_id, topic, content])).toEqual([
    [101, 'Paint', 'Red?'],
    [104, '2026-05', 'More!'],
    [101, '2026-05', '#**general>Paint**'],
  ])
  expect(records.users).toHaveLength(3)
  expect(skipped).toEqual({ 'messages without a room, a sender or a time': 1 })
})

test('subscriptions have their settings, and know what is unread', async () => {
  const { records } = await convert(
    rocketchat,
    dumpOf({
      rocketchat_message: [
        message(5, 'GENERAL', 'aaa', 'five'),
        message(3, 'GENERAL', 'aaa', 'three'),
        message(4, 'aaabbb', 'aaa', 'psst'),
        message(1, 'GENERAL', 'aaa', 'one'),
      ],
      rocketchat_subscription: [
        subscription('aaa', 'GENERAL', { f: true, desktopNotifications: 'all', mobilePushNotifications: 'nothing' }),
        subscription('bbb', 'GENERAL', {
          alert: true,
          unread: 0,
          ls: at(2),
          disableNotifications: true,
          muteGroupMentions: true,
        }),
        subscription('bbb', 'aaabbb', { t: 'd', unread: 1, ls: at(2) }),
        subscription('zzz', 'GENERAL'),
        subscription('bbb', 'nowhere'),
      ],
    }),
  )
  expect(records.subscriptions).toEqual([
    expect.objectContaining({
      user_id: newAda,
      stream_id: 101,
      pin_to_top: true,
      is_muted: false,
      desktop_notifications: true,
      push_notifications: false,
      email_notifications: null,
      spans: [],
    }),
    expect.objectContaining({
      user_id: newBo,
      is_muted: true,
      wildcard_mentions_notify: false,
      spans: [{ from: 1, to: null, unread_from: 2, ended_at: null, ended_name: null }],
    }),
  ])
  expect(records.conversations).toEqual([{ id: 103, members: [newAda, newBo], unread_from: { [newBo]: 3 } }])
})

test('custom emoji and pictures of people come from the database', async () => {
  const { records, files, skipped } = await convert(
    rocketchat,
    dumpOf({
      rocketchat_avatars: [
        { _id: 'av1', userId: 'aaa', name: 'ada' },
        { _id: 'av2', userId: 'bbb', name: 'bo' },
      ],
      ...grid('rocketchat_avatars', { av1: 'adas picture' }),
      rocketchat_custom_emoji: [
        { _id: 'e1', name: 'party blob', aliases: ['pb'], extension: 'gif' },
        { _id: 'e2', name: 'lost', aliases: [], extension: 'png' },
      ],
      ...grid('custom_emoji', { 'party%20blob.gif': 'gif89' }),
      rocketchat_message: [
        message(1, 'GENERAL', 'aaa', 'see :pb: and :lost:', { reactions: { ':pb:': { usernames: ['bo', 'nobody'] } } }),
      ],
    }),
  )
  expect(records.emoji.map(({ id, name }) => [id, name])).toEqual([[101, 'party_blob']])
  expect(records.users[0]!.avatar).toBe('files/avatars/101')
  expect(records.messages[0]).toMatchObject({
    content: 'see :party_blob: and :lost:',
    reactions: [{ user_id: newBo, emoji_name: 'party_blob', emoji_code: '101', reaction_type: 'realm_emoji' }],
  })
  expect(new Map([...files].map(([path, bytes]) => [path, Buffer.from(bytes as Uint8Array).toString()]))).toEqual(
    new Map([
      ['files/avatars/101', 'adas picture'],
      ['files/emoji/101', 'gif89'],
    ]),
  )
  expect(skipped).toEqual({
    'pictures of people without content': 1,
    'custom emoji without a picture': 1,
    'reactions of unknown people': 1,
  })
  expect(secondOf(0)).toBe(records.users[0]!.date_joined)
})
