import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'
import { makeStream } from '../kit/streams'

let realm: TestRealm
let olga: Person
let ada: Person
let bo: Person

beforeAll(async () => {
  realm = await newRealm()
  realm.keepsNotices = true
  olga = realm.owner
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

let counter = 0
let fresh: string
beforeEach(() => {
  counter += 1
  fresh = `stream ${counter}`
})

/** A stream of its own, which the first of these people made. */
const createStream = (members: Person[], params?: Params): Promise<number> => makeStream(fresh, members, params)

/** What the bot says in a stream: [topic, text]. */
async function notices(person: Person): Promise<[string, string][]> {
  const messages = await person.messages([['stream', fresh]], { apply_markdown: false })
  return messages.map((message) => [message['subject'] as string, message['content'] as string])
}

/** How the bot names somebody without calling them. */
const silentMention = ({ full_name, id }: Person) => `@_**${full_name}|${id}**`

/** What is told of new streams to everybody. */
const readAnnouncements = async () =>
  (await bo.messages([
    ['stream', 'general'],
    ['topic', 'new streams'],
  ])) as unknown as { content: string }[]

/** What somebody is told privately. */
const letters = async (person: Person) =>
  (await person.messages([['is', 'private']], { apply_markdown: false })) as unknown as {
    content: string
    id: number
  }[]

describe('the notification bot', () => {
  test('says in a new stream who made it, and of what kind it is', async () => {
    await createStream([ada, bo], { invite_only: true })

    const said = await notices(bo)
    expect(said).toEqual([['stream events', expect.stringContaining(silentMention(ada))]])
    expect(said[0]![1]).toContain('private, with protected history')
    expect(said[0]![1]).toMatch(/``` quote\nold\n```$/)
  })

  test('says it unread for others, and read for who made it', async () => {
    await createStream([ada, bo])
    const [message] = await bo.messages([['stream', fresh]])

    expect(await bo.flags(message!['id'] as number)).toEqual([])
    expect(await ada.flags(message!['id'] as number)).toEqual(['read'])
  })

  test.each<[params: Params, words: string[]]>([
    [{ description: 'new' }, ['old', 'new']],
    [{ new_name: 'brook' }, ['**brook**']],
    [{ stream_post_policy: 2 }, ['**everyone**', '**administrators**']],
    [{ is_private: true }, ['**public**', '**private, with protected history**']],
    [{ message_retention_days: 7 }, ['**7 days**']],
  ])('says in the stream what changed by %j', async (params, words) => {
    const id = await createStream([olga, ada])
    const before = await ada.messages([{ operator: 'stream', operand: id }])

    await olga.patch(`/streams/${id}`, params)

    const said = await ada.messages([{ operator: 'stream', operand: id }], { apply_markdown: false })
    expect(said).toHaveLength(before.length + 1)
    expect(said.at(-1)).toMatchObject({ subject: 'stream events', sender_full_name: 'Notification Bot' })
    for (const word of [silentMention(olga), ...words]) expect(said.at(-1)!['content']).toContain(word)
    expect(said.at(-1)!['display_recipient']).toBe(params['new_name'] ?? fresh)
    await olga.delete(`/streams/${id}`)
  })

  test('says nothing of what stays as it is', async () => {
    const id = await createStream([olga])
    const before = await notices(olga)

    await olga.patch(`/streams/${id}`, { description: 'old', stream_post_policy: 1, is_private: false })

    expect(await notices(olga)).toEqual(before)
  })

  test('quotes a description so that nothing in it ends the quote', async () => {
    const id = await createStream([olga])

    await olga.patch(`/streams/${id}`, { description: '``` and @**all** and ````' })

    const [message] = (await olga.messages([{ operator: 'stream', operand: id }])).slice(-1)
    expect(message!['content']).toMatch(/<blockquote>[^]*```` *<\/p>\s*<\/blockquote>$/)
  })

  test('calls nobody whom a name that it repeats would mention', async () => {
    const id = await createStream([olga, bo])

    await olga.patch(`/streams/${id}`, { new_name: 'x** @**all** @**Bo** **y' })

    const [message] = (await bo.messages([{ operator: 'stream', operand: id }])).slice(-1)
    expect(message!['content']).toMatch(/data-user-id="\*">all<.*data-user-id="\d+">Bo</)
    expect(message!['content']).not.toContain('class="user-mention"')
    expect(message!['flags']).toEqual([])
  })

  describe('with announce', () => {
    test('tells in the notifications stream of a new stream, with a link', async () => {
      const id = await createStream([ada], { announce: true })

      const last = (await readAnnouncements()).at(-1)!
      expect(last.content).toContain(`data-stream-id="${id}"`)
      expect(last.content).toContain(`data-user-id="${ada.id}"`)
    })

    test.each<[what: string, params: Params]>([
      ['without it', {}],
      ['of a private stream, which is not for everybody', { announce: true, invite_only: true }],
    ])('tells nothing %s', async (_, params) => {
      const before = await readAnnouncements()

      await createStream([ada], params)

      expect(await readAnnouncements()).toEqual(before)
    })

    test('tells nothing of a stream that was there, nor where there is no stream for it', async () => {
      await createStream([ada])
      const before = await readAnnouncements()
      await createStream([bo], { announce: true })
      expect(await readAnnouncements()).toEqual(before)

      const own = await newRealm()
      await own.set({ notifications_stream_id: -1 })
      await own.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'x' }], announce: true })
    })
  })

  describe('tells somebody privately', () => {
    test('who subscribed them to streams that were there, by one message', async () => {
      await createStream([ada])
      const other = fresh
      fresh += ' b'
      await createStream([ada])
      const listener = await bo.listen({ event_types: ['message'], fetch_event_types: [] })
      const before = await letters(bo)

      await ada.post('/users/me/subscriptions', {
        subscriptions: [{ name: other }, { name: fresh }],
        principals: [ada.id, bo.id],
      })

      const after = await letters(bo)
      expect(after).toHaveLength(before.length + 1)
      expect(after.at(-1)!.content).toBe(`${silentMention(ada)} subscribed you to #**${other}**, #**${fresh}**.`)
      expect(await bo.flags(after.at(-1)!.id)).toEqual([])
      expect(await listener.events()).toMatchObject([
        { message: { id: after.at(-1)!.id, type: 'private', display_recipient: expect.any(Array) } },
      ])
      expect(await letters(ada)).toEqual([])
    })

    test('nothing of a new stream, nor of what they did themselves', async () => {
      const before = await letters(bo)

      await createStream([ada, bo])
      await bo.delete('/users/me/subscriptions', { subscriptions: [fresh] })
      await bo.subscribe(fresh)

      expect(await letters(bo)).toEqual(before)
    })

    test('nothing when they are a bot', async () => {
      const bot = await realm.bot('robot', ada)
      await createStream([ada])

      await ada.post('/users/me/subscriptions', { subscriptions: [{ name: fresh }], principals: [bot.id] })

      expect(await letters(bot)).toEqual([])
    })
  })
})
