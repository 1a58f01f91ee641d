import { beforeAll, describe, expect, test } from 'vitest'
import { file, message, smallChapters, stream, subscription, TestImport, user } from '../kit/imports'

let begun: TestImport

beforeAll(async () => {
  begun = await TestImport.of((owner) => ({ ...smallChapters(owner), messages: [message(1)], files: [file(71)] }))
})

let number = 100

/** The refusal of a batch of one good and one bad record. */
const refusalOf = async (chapter: string, records: unknown) => {
  const { status, code, msg, index, field } = await begun.ask(chapter, records, { number: (number += 1) })
  return { status, code, msg, index, field }
}

const bad = (index: number, field: string) => ({
  status: 400,
  code: 'BAD_REQUEST',
  msg: expect.stringMatching(new RegExp(`^records\\[${index}\\]`)),
  index,
  field: expect.stringMatching(new RegExp(`^${field}`)),
})

const half = '\\ud800'
const long = 'x'.repeat(10_001)

describe('a batch is refused as a whole', () => {
  test.each<[what: string, chapter: string, record: unknown, field: string]>([
    ['an unknown sender', 'messages', message(5, { sender_id: 99 }), 'sender_id'],
    ['an unknown stream', 'messages', message(5, { stream_id: 99 }), 'stream_id'],
    [
      'an unknown conversation',
      'messages',
      message(5, { stream_id: null, conversation_id: 99, topic: '' }),
      'conversation_id',
    ],
    ['neither stream nor conversation', 'messages', message(5, { stream_id: null }), 'stream_id'],
    ['no topic in a stream', 'messages', message(5, { topic: '' }), 'topic'],
    ['a taken id', 'messages', message(1), 'id'],
    ['the same id twice', 'messages', message(4), 'id'],
    ['an id above the last one', 'messages', message(100_001), 'id'],
    ['an id of another organization', 'messages', message(2 ** 32), 'id'],
    ['a negative id', 'messages', message(-5), 'id'],
    ['a text that is too long', 'messages', message(5, { content: 'é'.repeat(40_000) }), 'content'],
    [
      'a reaction of nobody',
      'messages',
      message(5, {
        reactions: [{ user_id: 99, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }],
      }),
      'reactions',
    ],
    [
      'a reaction with an unknown emoji',
      'messages',
      message(5, { reactions: [{ user_id: 11, emoji_name: 'boat', emoji_code: '99', reaction_type: 'realm_emoji' }] }),
      'reactions',
    ],
    ['an edit of nobody', 'messages', message(5, { edit_history: [{ user_id: 99, timestamp: 1 }] }), 'edit_history'],
    [
      'a move from an unknown stream',
      'messages',
      message(5, { edit_history: [{ user_id: 11, timestamp: 1, prev_stream: 99 }] }),
      'edit_history',
    ],
    ['an unknown file', 'messages', message(5, { files: [99] }), 'files'],
    [
      'a submessage that is no JSON',
      'messages',
      message(5, { submessages: [{ sender_id: 11, msg_type: 'widget', content: '{' }] }),
      'submessages',
    ],
    [
      'a past that is too long',
      'messages',
      message(5, { edit_history: [{ user_id: 11, timestamp: 1, prev_content: '"'.repeat(500_000) }] }),
      '',
    ],
    ['another type', 'messages', { ...message(5), sent_at: 'now' }, 'sent_at'],
    ['an unknown field', 'messages', { ...message(5), rendered_content: '<script>' }, ''],
    ['no object', 'messages', null, ''],
    ['a long name', 'users', user(50, { full_name: long }), 'full_name'],
    ['a taken address', 'users', user(50, { delivery_email: 'USER11@old.example.com' }), 'delivery_email'],
    ['an unknown role', 'users', { ...user(50), role: 1 }, 'role'],
    ['an unknown profile field', 'users', user(50, { profile: { 9: 'x' } }), 'profile'],
    [
      'an owner of a bot above all users',
      'users',
      user(50, { bot: { type: 1, owner_id: 2000, is_system_bot: false } }),
      'bot',
    ],
    ['a taken name', 'streams', stream(50, { name: 'HARBOUR' }), 'name'],
    ['a name of control characters', 'streams', { ...stream(50), name: '\u0007\u0007' }, 'name'],
    [
      'a private stream for everybody',
      'streams',
      stream(50, { invite_only: true, is_web_public: true }),
      'is_web_public',
    ],
    ['a retention of no days', 'streams', stream(50, { message_retention_days: 0 }), 'message_retention_days'],
    ['an unknown subscriber', 'subscriptions', subscription(99, 21), 'user_id'],
    ['a bad colour', 'subscriptions', subscription(11, 21, { color: 'red' }), 'color'],
    ['an unknown member', 'conversations', { id: 60, members: [10, 99], unread_from: {} }, 'members'],
    ['a mark above all messages', 'marks', { user_id: 11, read: [[2 ** 20, 1]], flags: [] }, 'read'],
    ['a flag above all messages', 'marks', { user_id: 11, read: [], flags: [[200_000, 2]] }, 'flags'],
    [
      'an unknown user group member',
      'user_groups',
      { id: 60, name: 'x', description: '', is_system_group: false, members: [99] },
      'members',
    ],
    [
      'an unknown author',
      'emoji',
      { id: 60, name: 'x', author_id: 99, deactivated: false, picture: 'files/x', still_picture: null },
      'author_id',
    ],
    [
      'a path out of the archive',
      'emoji',
      { id: 60, name: 'x', author_id: null, deactivated: false, picture: '../x', still_picture: null },
      'picture',
    ],
    ['a bad type of field', 'profile_fields', { id: 60, type: 99, name: 'x', hint: '', field_data: '' }, 'type'],
    ['bad choices', 'profile_fields', { id: 60, type: 3, name: 'x', hint: '', field_data: '[' }, 'field_data'],
    ['a bad domain', 'domains', { domain: 'no dot', allow_subdomains: false }, 'domain'],
    ['a muting of oneself', 'muted_users', { user_id: 11, muted_user_id: 11, date_muted: 1 }, 'muted_user_id'],
    [
      'a draft to an unknown stream',
      'drafts',
      { user_id: 10, type: 'stream', recipients: [99], topic: '', content: '', edited_at: 1 },
      'recipients',
    ],
    [
      'an unknown inviter',
      'invitations',
      { inviter_id: 99, email: null, invited_as: 400, streams: [], created_at: 1, expires_at: null },
      'inviter_id',
    ],
    ['a file of nobody', 'files', file(72, { user_id: 99 }), 'user_id'],
    ['a huge file', 'files', file(72, { size: 2 ** 40 }), 'size'],
    [
      'settings of an unknown bot',
      'bots',
      {
        user_id: 99,
        default_sending_stream_id: null,
        default_events_register_stream_id: null,
        default_all_public_streams: false,
        payload_url: null,
        interface: null,
        config_data: {},
        storage: {},
      },
      'user_id',
    ],
  ])('for %s', async (_, chapter, record, field) => {
    const good = chapter === 'messages' ? [message(4)] : chapter === 'users' ? [user(40)] : []
    const before = await begun.progress()

    expect(await refusalOf(chapter, [...good, record])).toEqual(bad(good.length, field))
    const after = await begun.progress()
    expect(after['done']).toEqual(before['done'])
    expect((await begun.owner.messages()).map(({ id }) => id)).toEqual([begun.here(1)])
  })

  test.each([
    ['NUL', JSON.stringify([message(5, { content: 'a\0b' })])],
    ['half a surrogate pair', JSON.stringify([message(5)]).replace('Message 5', half)],
    ['the key __proto__', '[{"__proto__":{"id":1}}]'],
  ])('for %s', async (_, json) => {
    expect(await refusalOf('messages', json)).toMatchObject({ status: 400, index: 0 })
  })

  test.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['too many records', JSON.stringify(Array.from({ length: 1001 }, (_, index) => message(index + 5)))],
    ['deep nesting', `[${'['.repeat(50_000)}${']'.repeat(50_000)}]`],
  ])('for %s', async (_, json) => {
    expect(await refusalOf('messages', json)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('for a body of more than a mebibyte', async () => {
    const json = JSON.stringify([message(5, { content: 'x'.repeat(1024 * 1024) })])

    expect(await refusalOf('messages', json)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('larger than'),
    })
  })

  test('for an unknown chapter, and for a bad number', async () => {
    expect(await refusalOf('secrets', [])).toMatchObject({ status: 400 })
    expect(await begun.ask('messages', [], { number: -1 })).toMatchObject({ status: 400 })
  })

  test('if a chapter comes before those that it refers to', async () => {
    const fresh = await TestImport.of(() => ({}))

    expect(await fresh.ask('subscriptions', [subscription(11, 21)])).toMatchObject({ status: 400, field: 'user_id' })
    expect(await fresh.ask('messages', [message(1)])).toMatchObject({ status: 400, field: 'sender_id' })
  })
})

test('scripts in any text stay texts', async () => {
  const script = '<script>alert(1)</script>'
  const fresh = await TestImport.of((owner) => ({
    ...smallChapters(owner),
    streams: [stream(21, { name: `s${script}`, description: `[x](javascript:alert(1)) ${script}` })],
    messages: [
      message(1, {
        topic: script,
        content: `${script} <img src=x onerror=alert(1)> [x](javascript:alert(1))`,
        client: script,
      }),
      message(2, { content: '`'.repeat(20_000) + '*_['.repeat(10_000) }),
    ],
  }))
  const { streams } = await fresh.owner.get('/streams')
  const contents = (await fresh.owner.messages()).map(({ content }) => content as string)

  for (const html of [...contents, (streams as { rendered_description: string }[])[0]!.rendered_description]) {
    expect(html).not.toMatch(/<script|<img|href="javascript/)
  }
  expect(contents).toHaveLength(2)
})
