import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Person, type TestRealm } from '../kit'

const badRequest = (msg: string) => expect.objectContaining({ status: 400, code: 'BAD_REQUEST', msg })
const mayNotDelete = badRequest("You don't have permission to delete this message")
const tooLate = badRequest('The time limit for deleting this message has passed')
const invalidMessage = badRequest('Invalid message(s)')

let realm: TestRealm
let ada: Person
let bo: Person
let mod: Person
let admin: Person
let guest: Person
let people: Record<string, Person>

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  mod = await realm.user('mod', { role: 300 })
  admin = await realm.user('admin', { role: 200 })
  guest = await realm.user('guest', { role: 600 })
  people = { ada, bo, mod, admin, guest, owner: realm.owner }
  await realm.stream('harbour', realm.owner, ada, bo, mod, admin, guest)
})

/** Sets the realm's policy and limit; null is no limit. */
const rules = (delete_own_message_policy: number, limit: number | null) =>
  realm.set({
    delete_own_message_policy,
    message_content_delete_limit_seconds: limit ?? 'unlimited',
    waiting_period_threshold: 1,
  })

const age = (id: number, seconds: number) =>
  env.DB.prepare('update message set sent_at = sent_at - ? where id = ?').bind(seconds, id).run()

const countRows = (sql: string, value: unknown) => env.DB.prepare(sql).bind(value).first('amount')

describe('a deleted message', () => {
  test('is gone from every view, for all', async () => {
    const id = await ada.send('harbour', 'tides', 'gone @**Bo**')
    await bo.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })

    expect(await admin.delete(`/messages/${id}`)).toMatchObject({ result: 'success', msg: '' })

    for (const person of [ada, bo, admin]) {
      expect(await person.ask('GET', `/messages/${id}`)).toEqual(invalidMessage)
      expect(await person.ask('GET', `/messages/${id}/history`)).toEqual(invalidMessage)
      expect(await person.ask('PATCH', `/messages/${id}`, { topic: 'x' })).toEqual(invalidMessage)
      expect(await person.ask('DELETE', `/messages/${id}`)).toEqual(invalidMessage)
      for (const narrow of [[], [{ operator: 'stream', operand: 'harbour' }], [{ operator: 'is', operand: 'starred' }]])
        expect((await person.messages(narrow)).map((message) => message['id'])).not.toContain(id)
    }
  })

  test('leaves no row behind, and no row of another message is touched', async () => {
    const id = await ada.send('harbour', 'tides', 'pelican @**Bo**')
    const other = await ada.send('harbour', 'tides', 'pelican @**Bo**')
    for (const person of [bo, mod, guest])
      await person.post('/messages/flags', { messages: [id, other], op: 'add', flag: 'starred' })

    await admin.delete(`/messages/${id}`)

    expect(await countRows('select count(*) as amount from message where id = ?', id)).toBe(0)
    expect(await countRows('select count(*) as amount from message_flag where message_id = ?', id)).toBe(0)
    expect(await countRows('select count(*) as amount from message_flag where message_id = ?', other)).toBe(3)
    const hits = await env.DB.prepare(`select rowid from message_search where message_search match 'pelican'`).all()
    expect(hits.results).toEqual([{ rowid: other }])
  })

  test('is no longer unread', async () => {
    const id = await ada.send('harbour', 'tides', 'unread')
    await admin.delete(`/messages/${id}`)
    const unread = await bo.messages([{ operator: 'is', operand: 'unread' }])
    expect(unread.map((message) => message['id'])).not.toContain(id)
  })

  test('leaves its id free for ever', async () => {
    const id = await ada.send('harbour', 'tides', 'last')
    await admin.delete(`/messages/${id}`)
    await realm.evict()
    expect(await ada.send('harbour', 'tides', 'next')).toBeGreaterThan(id)
  })

  test('is sent again by a client that did not get the first answer', async () => {
    const sent = { type: 'stream', to: 'harbour', topic: 'tides', content: 'echo', queue_id: 'q', local_id: '1' }
    const { id } = await ada.post('/messages', sent)
    await admin.delete(`/messages/${id}`)
    const again = await ada.post('/messages', sent)
    expect(again['id']).not.toBe(id)
    expect((await ada.get(`/messages/${again['id']}`))['raw_content']).toBe('echo')
  })

  test('one of ten simultaneous deletions succeeds', async () => {
    const id = await ada.send('harbour', 'tides', 'race')
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.ask('DELETE', `/messages/${id}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('who may delete', () => {
  test.each<[policy: number, may: string[], mayNot: string[]]>([
    [1, ['bo', 'mod', 'admin', 'owner'], ['guest']],
    [2, ['admin', 'owner'], ['bo', 'mod', 'guest']],
    [3, ['mod', 'admin', 'owner'], ['bo', 'guest']],
    [4, ['mod', 'admin', 'owner'], ['bo', 'guest']],
    [5, ['bo', 'mod', 'admin', 'owner', 'guest'], []],
  ])('delete_own_message_policy %i decides about own messages', async (policy, may, mayNot) => {
    await rules(policy, 600)
    for (const who of mayNot) {
      const id = await people[who]!.send('harbour', 'tides', who)
      expect(await people[who]!.ask('DELETE', `/messages/${id}`), who).toEqual(mayNotDelete)
    }
    for (const who of may) {
      const id = await people[who]!.send('harbour', 'tides', who)
      await people[who]!.delete(`/messages/${id}`)
    }
  })

  test.each(['bo', 'mod', 'guest'])("%s may not delete another's message, whatever the policy", async (who) => {
    await rules(5, null)
    const id = await ada.send('harbour', 'tides', 'mine')
    expect(await people[who]!.ask('DELETE', `/messages/${id}`)).toEqual(mayNotDelete)
  })

  test.each(['admin', 'owner'])("%s may delete another's message at any time", async (who) => {
    await rules(2, 600)
    const id = await ada.send('harbour', 'tides', 'mine')
    await age(id, 10_000_000)
    await people[who]!.delete(`/messages/${id}`)
  })

  test.each<[limit: number | null, seconds: number, may: boolean]>([
    [600, 590, true],
    [600, 602, false],
    [null, 10_000_000, true],
  ])('with a limit of %s s an own message of %i s: %s', async (limit, seconds, may) => {
    await rules(5, limit)
    const id = await ada.send('harbour', 'tides', 'mine')
    await age(id, seconds)
    const answer = await ada.ask('DELETE', `/messages/${id}`)
    if (may) expect(answer.status).toBe(200)
    else expect(answer).toEqual(tooLate)
  })

  test('without a realm that says otherwise, only administrators may', async () => {
    const plain = await newRealm()
    const member = await plain.user('member')
    const id = await member.send('general', 'tides', 'mine')
    expect(await member.ask('DELETE', `/messages/${id}`)).toEqual(mayNotDelete)
    await plain.owner.delete(`/messages/${id}`)
  })

  test('private messages too', async () => {
    await rules(5, 600)
    const id = await ada.write([bo], 'letter')
    expect(await bo.ask('DELETE', `/messages/${id}`)).toEqual(mayNotDelete)
    await ada.delete(`/messages/${id}`)
    expect(await bo.ask('GET', `/messages/${id}`)).toEqual(invalidMessage)
  })
})

describe('what cannot be seen cannot be deleted', () => {
  test('not even by administrators', async () => {
    const letter = await ada.write([bo], 'letter')
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true })
    const plans = await ada.send('secret', 'plans', 'hidden')

    for (const id of [letter, plans, 4_000_000, Number.MAX_SAFE_INTEGER])
      expect(await admin.ask('DELETE', `/messages/${id}`)).toEqual(invalidMessage)
  })

  test('and not from another realm', async () => {
    const id = await ada.send('harbour', 'tides', 'mine')
    const elsewhere = await newRealm()
    expect(await elsewhere.owner.ask('DELETE', `/messages/${id}`)).toEqual(invalidMessage)
  })
})
