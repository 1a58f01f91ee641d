import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Records } from '../../src/archive/records'
import { costOf, type Answer } from '../kit'
import {
  file,
  longAgo,
  manifest,
  message,
  smallChapters,
  stream,
  subscription,
  TestImport,
  user,
  type Chapters,
} from '../kit/imports'

const withMessages =
  (messages: Records['messages'][], others: Chapters = {}) =>
  (owner: Parameters<typeof smallChapters>[0]): Chapters => ({ ...smallChapters(owner), ...others, messages })

const contents = async (begun: TestImport): Promise<unknown[]> =>
  (await begun.owner.messages()).map(({ content }) => content)

describe('an imported message', () => {
  test('is rendered here, and means people and streams by their ids here', async () => {
    const begun = await TestImport.of(
      withMessages(
        [
          message(1, { content: '@**Ada** @_**Ada|11** @*crew* #**harbour>a topic** `code` :tada: <b>no</b>' }),
          message(2, { content: 'See #narrow/stream/21-harbour/topic/weather/near/1' }),
          message(3, { content: ':boat: and CVE-1' }),
        ],
        {
          user_groups: [{ id: 41, name: 'crew', description: '', is_system_group: false, members: [11] }],
          emoji: [
            { id: 51, name: 'boat', author_id: 11, deactivated: false, picture: 'files/boat.gif', still_picture: null },
          ],
          linkifiers: [{ id: 61, pattern: 'CVE-(?P<id>[0-9]+)', url_format: 'https://cve.example/%(id)s' }],
        },
      ),
    )
    const [first, second, third] = await contents(begun)

    expect(first).toBe(
      `<p><span class="user-mention" data-user-id="${begun.here(11)}">@Ada</span> ` +
        `<span class="user-mention silent" data-user-id="${begun.here(11)}">Ada</span> ` +
        `<span class="user-group-mention" data-user-group-id="${begun.here(41)}">@crew</span> ` +
        `<a class="stream-topic" data-stream-id="${begun.here(21)}" href="/#narrow/stream/${begun.here(21)}-harbour/topic/a.20topic">#harbour &gt; a topic</a> ` +
        '<code>code</code> <span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span> &lt;b&gt;no&lt;/b&gt;</p>',
    )
    expect(second).toContain(`#narrow/stream/${begun.here(21)}-harbour/topic/weather/near/${begun.here(1)}`)
    expect(third).toMatch(
      /<img alt=":boat:" class="emoji" src="\/user_avatars\/\d+\/emoji\/images\/\w{32}\.gif" title="boat"> and <a href="https:\/\/cve\.example\/1"/,
    )
  })

  test('has its time, client, reactions, polls and edits', async () => {
    const unicode = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' as const }
    const poll = { widget_type: 'poll', extra_data: { question: 'Sail?', options: ['Yes'] } }
    const begun = await TestImport.of(
      withMessages([
        message(1, {
          content: 'now',
          client: 'Slack',
          last_edit_at: longAgo + 60,
          reactions: [
            { ...unicode, user_id: 11 },
            { ...unicode, user_id: 11 },
            { ...unicode, user_id: 11, emoji_code: 'zzz' },
          ],
          submessages: [{ sender_id: 11, msg_type: 'widget', content: JSON.stringify(poll) }],
          edit_history: [
            { user_id: 11, timestamp: longAgo + 60, prev_content: 'before', prev_topic: 'old', topic: 'weather' },
          ],
        }),
      ]),
    )
    const [found] = await begun.owner.messages()

    expect(found).toMatchObject({
      id: begun.here(1),
      sender_id: begun.here(11),
      timestamp: longAgo + 1,
      client: 'Slack',
      last_edit_timestamp: longAgo + 60,
      reactions: [expect.objectContaining({ emoji_name: 'tada', user_id: begun.here(11) })],
      submessages: [
        expect.objectContaining({ message_id: begun.here(1), sender_id: begun.here(11), msg_type: 'widget' }),
      ],
    })
    const { message_history } = await begun.owner.get(`/messages/${begun.here(1)}/history`)
    expect(message_history).toEqual([
      expect.objectContaining({ content: 'before', topic: 'old', rendered_content: '<p>before</p>' }),
      expect.objectContaining({ content: 'now', topic: 'weather', user_id: begun.here(11) }),
    ])
  })

  test('is found by the search, and by narrows', async () => {
    const begun = await TestImport.of(
      withMessages([
        message(1, { content: 'A **whale** ahead' }),
        message(2, { content: 'https://example.com', topic: 'links' }),
      ]),
    )
    const found = async (operator: string, operand: string) =>
      (await begun.owner.messages([{ operator, operand }])).map(({ id }) => (id as number) - begun.here(0))

    expect(await found('search', 'whales')).toEqual([1])
    expect(await found('topic', 'LINKS')).toEqual([2])
    expect(await found('has', 'link')).toEqual([2])
    expect(await found('sender', 'user11@old.example.com')).toEqual([1, 2])
  })

  test('notifies nobody, and is read', async () => {
    const begun = await TestImport.of(withMessages([]))
    const listener = await begun.owner.listen()
    await begun.send('messages', [message(1, { content: '@**Olga Owner** @**all**' })], { number: 2 })
    const state = await begun.state()

    expect(await listener.events()).toEqual([])
    expect((await begun.owner.messages())[0]).toMatchObject({ flags: ['read'] })
    expect((state['unread_msgs'] as Answer)['count']).toBe(0)
  })

  test('in a conversation is for its members alone', async () => {
    const begun = await TestImport.of((owner) => ({
      ...smallChapters(owner),
      users: [...smallChapters(owner).users!, user(12), user(13)],
      conversations: [
        { id: 31, members: [10, 11], unread_from: { 10: 2 } },
        { id: 32, members: [11, 12, 13], unread_from: {} },
      ],
      messages: [1, 2, 3]
        .map((id) => message(id, { stream_id: null, conversation_id: 31, topic: '' }))
        .concat(message(4, { stream_id: null, conversation_id: 32, topic: '' })),
    }))
    const state = await begun.state()

    expect((await begun.owner.messages()).map(({ id }) => (id as number) - begun.here(0))).toEqual([1, 2, 3])
    expect((state['unread_msgs'] as Answer)['pms']).toEqual([
      expect.objectContaining({ unread_message_ids: [begun.here(2), begun.here(3)] }),
    ])
    expect(state['recent_private_conversations']).toEqual([
      { user_ids: [begun.here(11)], max_message_id: begun.here(3) },
    ])
    await begun.owner.post('/messages', { type: 'private', to: [begun.here(11)], content: 'Still here?' })
    expect((await begun.owner.messages()).at(-1)).toMatchObject({ recipient_id: begun.here(31) })
  })

  test('of the last weeks counts as traffic of its stream', async () => {
    const sent_at = Math.floor(Date.now() / 1000) - 3600
    const begun = await TestImport.of(withMessages([1, 2, 3, 4, 5, 6, 7].map((id) => message(id, { sent_at }))))
    const { results } = await env.DB.prepare('select day, messages from stream_traffic where stream_id = ?')
      .bind(begun.here(21))
      .all()

    expect(results).toEqual([{ day: Math.floor(sent_at / 86_400), messages: 7 }])
  })
})

describe('marks', () => {
  test('as read and as starred come before the messages', async () => {
    const begun = await TestImport.of((owner) => ({
      ...smallChapters(owner),
      subscriptions: [
        subscription(10, 21, { spans: [{ from: 1, to: null, unread_from: 1, ended_at: null, ended_name: null }] }),
        subscription(11, 21),
      ],
      marks: [
        {
          user_id: 10,
          read: [
            [0, 0b1010],
            [1, -1],
          ],
          flags: [
            [40, 2],
            [4, 8 | 1],
          ],
        },
        { user_id: 10, read: [[0, 0b100]], flags: [] },
      ],
      messages: [1, 2, 3, 4, 40].map((id) => message(id)),
    }))
    const flags = new Map(
      (await begun.owner.messages()).map((one) => [(one['id'] as number) - begun.here(0), one['flags']]),
    )

    expect(Object.fromEntries(flags)).toEqual({
      1: ['read'],
      2: ['read'],
      3: ['read'],
      4: ['mentioned'],
      40: ['read', 'starred'],
    })
    const state = await begun.state()
    expect(state['starred_messages']).toEqual([begun.here(40)])
    expect((state['unread_msgs'] as Answer)['mentions']).toEqual([begun.here(4)])
  })

  test('leave live messages alone that follow in the same word', async () => {
    const begun = await TestImport.of(
      (owner) => ({ ...smallChapters(owner), marks: [{ user_id: 10, read: [[0, -1]], flags: [] }] }),
      { plan: manifest({}, { message: 3 }) },
    )
    const ada = await begun.realm.user('live')
    await ada.subscribe('harbour')
    const id = await ada.send('harbour', 'weather', 'Sun')

    expect(id).toBe(begun.here(4))
    expect(await begun.owner.flags(id)).toEqual([])
  })
})

const many = (amount: number, some: Partial<Records['messages']> = {}) =>
  Array.from({ length: amount }, (_, index) =>
    message(index + 1, {
      topic: `topic ${index % 20}`,
      content: `Message **${index}** about boats and the sea`,
      ...some,
    }),
  )

describe('the cost', () => {
  test('of a message in a stream is four rows, and of one in a conversation three', async () => {
    const begun = await TestImport.of((owner) => ({
      ...smallChapters(owner),
      conversations: [{ id: 31, members: [10, 11], unread_from: {} }],
    }))
    const before = costOf(await begun.send('messages', [], { number: 9 })).rows_written
    const inStream = await begun.send('messages', many(1000), { number: 1 })
    const inConversation = await begun.send(
      'messages',
      many(1000, { stream_id: null, conversation_id: 31, topic: '' }).map((one) => ({ ...one, id: one.id + 2000 })),
      { number: 2 },
    )

    expect(costOf(inStream).rows_written - before).toBeLessThanOrEqual(4000)
    expect(costOf(inConversation).rows_written - before).toBeLessThanOrEqual(3000)
    expect(costOf(inStream).trips).toBeLessThanOrEqual(4)
    expect(before).toBeLessThanOrEqual(3)
    // What is told before the commit is what is counted after it.
    expect(await begun.progress()).toMatchObject({ rows_today: inConversation['rows_today'] })
  })

  test('of a batch that is repeated is nothing', async () => {
    const begun = await TestImport.of(withMessages(many(10)))

    expect(costOf(await begun.send('messages', many(10))).rows_written).toBe(0)
  })
})

test('a file is linked by its path, and its reader may open it', async () => {
  const begun = await TestImport.of((owner) => ({
    ...smallChapters(owner),
    streams: [stream(21, { name: 'harbour' }), stream(22, { name: 'crew', invite_only: true })],
    files: [file(71), file(72, { name: 'secret plan.txt' })],
    messages: [
      message(1, { content: '[notes](/user_uploads/71) and /user_uploads/999', files: [71] }),
      message(2, { stream_id: 22, content: '[plan](/user_uploads/72)', files: [72] }),
    ],
  }))
  expect(await begun.put('attachment', 71, 'tides')).toMatchObject({ status: 200 })
  expect(await begun.put('attachment', 72, 'xxxxx')).toMatchObject({ status: 200 })
  const [first] = await begun.owner.messages()
  const path = /href="(\/user_uploads\/[^"]+notes\.txt)"/.exec(first!['content'] as string)![1]!

  expect(first!['content']).toContain('/user_uploads/999')
  const { url } = await begun.owner.get(path)
  expect(url).toContain('/user_uploads/')
})
