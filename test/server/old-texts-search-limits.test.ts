/** What a search in old texts may cost, and what becomes of it when something happens meanwhile. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beforeFirstId } from '../../src/core/sql/ids'
import type { OldTexts } from '../../src/old-texts/old-texts-object'
import { costOf, newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'
import { committedState } from '../kit/committed-state'
import { moveTexts } from '../kit/moved-texts'
import { oldTextsObject } from '../kit/old-texts'

const { OLD_TEXTS } = env

afterEach(() => {
  env.OLD_TEXTS = OLD_TEXTS!
})

const search = (operand: string) => ({ operator: 'search', operand })

const page = (person: Person, params: Params) =>
  person.ask('GET', '/messages', { anchor: 'newest', num_before: 20, num_after: 0, ...params })

const idsOf = (answer: Answer): number[] => (answer['messages'] as { id: number }[]).map(({ id }) => id)

/** Leaves so many ids unused. */
async function skipIds(realm: TestRealm, amount: number): Promise<number> {
  const { counters } = await committedState(realm)
  const message = (counters['message'] ?? 0) + amount
  const event = Math.max(message, counters['event'] ?? 0)
  await realm.behindTheWriter(
    env.DB.prepare('update commit_state set counters = ? where realm_id = ?').bind(
      JSON.stringify({ ...counters, message, event }),
      realm.id,
    ),
  )
  return beforeFirstId(realm.id) + message - amount + 1
}

/**
 * Texts of the object alone, which no row has, as if thousands of people had written them: the words `boat` and `fog`, in the other order
 * than in the phrase. To the database they are hits that nobody may see.
 */
const fill = (
  realm: TestRealm,
  { first, amount, recipient_id }: { first: number; amount: number; recipient_id: number },
) =>
  runInDurableObject(oldTextsObject(realm), (_, { storage }) => {
    storage.sql
      .exec(
        `with recursive number (n) as (select 0 union all select n + 1 from number where n + 1 < ?)
        insert into old_text (id, recipient_id, sender_id, topic, content, rendered_content)
        select ? + n, ?, 1, 'tides', 'fog boat ' || n, '=' from number`,
        amount,
        first,
        recipient_id,
      )
      .toArray()
    storage.sql
      .exec(
        `insert into old_search (rowid, content, topic, sender, place)
        select id, content, topic, sender, place from old_words where id >= ?`,
        first,
      )
      .toArray()
  })

describe('among sixty thousand hits', () => {
  let realm: TestRealm
  let ada: Person
  let oldest: number
  let middle: number
  let newest: number

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    const harbour = await realm.stream('harbour', ada)
    await realm.stream('quay', ada)
    oldest = await ada.send('quay', 'tides', 'a boat fog')
    const first = await skipIds(realm, 60_000)
    middle = await ada.send('harbour', 'tides', 'a boat fog')
    await fill(realm, { first, amount: 60_000, recipient_id: harbour.id })
    await moveTexts(realm, [oldest, middle])
    newest = await ada.send('harbour', 'tides', 'a boat fog')
  }, 120_000)

  test('a page that ends at the bound is shorter, and says that there may be more', async () => {
    const answer = await page(ada, { narrow: [search('"boat fog"')] })

    expect(answer).toMatchObject({ status: 200, found_oldest: false, found_newest: true })
    expect(idsOf(answer)).toEqual([middle, newest])
    // Fifty thousand hits, each with its text, and little else.
    expect(costOf(answer)['rows_read']).toBeGreaterThan(100_000)
    expect(costOf(answer)['rows_read']).toBeLessThan(110_000)
  })

  test('an empty page is refused, from either end', async () => {
    const narrow = [search('"boat fog"')]
    const refusal = { status: 400, code: 'SEARCH_TOO_BROAD', msg: expect.stringMatching(/stream or a sender/) }

    expect(await page(ada, { narrow, anchor: middle })).toMatchObject(refusal)
    expect(await page(ada, { narrow, anchor: oldest, num_before: 0, num_after: 5 })).toMatchObject(refusal)
    expect(await page(ada, { narrow, anchor: middle - 30_000, num_before: 5, num_after: 5 })).toMatchObject(refusal)
    const unread = await realm.user('ned')
    await unread.subscribe('harbour')
    expect(await page(unread, { narrow: [...narrow, ['stream', 'harbour']], anchor: 'first_unread' })).toMatchObject({
      status: 200,
    })
  })

  test('a stream, a topic, a sender or another word finds what there is', async () => {
    const inStream = await page(ada, { narrow: [search('"boat fog"'), ['stream', 'quay']] })
    expect(idsOf(inStream)).toEqual([oldest])
    expect(inStream).toMatchObject({ found_oldest: true, found_newest: true })
    expect(costOf(inStream)['rows_read']).toBeLessThan(60)
    const bySender = await page(ada, { narrow: [search('"boat fog"'), ['sender', 'ada@example.com']] })
    expect(idsOf(bySender)).toEqual([oldest, middle, newest])
    expect(costOf(bySender)['rows_read']).toBeLessThan(100)
    const another = await page(ada, { narrow: [search('boat nowhere')] })
    expect(idsOf(another)).toEqual([])
    expect(another).toMatchObject({ found_oldest: true, found_newest: true })
    expect(costOf(another)['rows_read']).toBeLessThan(60)
  })

  test('hits that nobody may see are passed over by the thousand', async () => {
    const answer = await page(ada, { narrow: [search('boat')] })

    expect(idsOf(answer)).toEqual([middle, newest])
    expect(answer).toMatchObject({ found_oldest: false })
    expect(costOf(answer)['rows_read']).toBeLessThan(250_000)
  })

  test('somebody with access to a small stream, or to two hundred empty ones, looks at nothing else', async () => {
    const bo = await realm.user('bo')
    await bo.subscribe('quay')
    const few = await page(bo, { narrow: [search('fog')] })
    expect(few).toMatchObject({ status: 200, found_oldest: true })
    expect(costOf(few)['rows_read']).toBeLessThan(100)
    const names = Array.from({ length: 200 }, (_, index) => ({ name: `empty ${index}` }))
    await bo.post('/users/me/subscriptions', { subscriptions: names })
    // Bo came later than the texts.
    expect(costOf(await page(bo, { narrow: [search('fog')] }))['rows_read']).toBeLessThan(1000)
    // As if Bo had been there from the start. The object compares each hit with the places.
    await realm.behindTheWriter(
      env.DB.prepare('update subscription_span set from_id = ? where user_id = ?').bind(oldest, bo.id),
    )
    const many = await page(bo, { narrow: [search('fog')], anchor: middle })
    expect(many).toMatchObject({ status: 400, code: 'SEARCH_TOO_BROAD' })
  })

  test('a page of a hundred hits reads four rows of the object for each, and two round trips', async () => {
    const dee = await realm.user('dee')
    const mole = await realm.stream('mole', dee)
    const ids: number[] = []
    for (let number = 0; number < 110; number += 1) ids.push(await dee.send('mole', 'tides', `walrus number ${number}`))
    const narrows = [[search('walrus')], [search('walrus'), { operator: 'stream', operand: mole.id }]]
    const costs = async () => {
      const answers = await Promise.all(narrows.map((narrow) => page(dee, { narrow, num_before: 100 })))
      for (const answer of answers) expect(idsOf(answer)).toEqual(ids.slice(-100))
      return answers.map(costOf)
    }
    const inDatabase = await costs()
    await moveTexts(realm, ids)
    for (const [index, { rows_read, trips }] of (await costs()).entries()) {
      expect(rows_read).toBeLessThan(inDatabase[index]!['rows_read'] + 430)
      expect(trips).toBeLessThanOrEqual(inDatabase[index]!['trips'] + 1)
    }
  })

  test('what was read counts in the share of the day', async () => {
    const cy = await realm.user('cy')
    await cy.subscribe('harbour')
    env.RATE_LIMITS = 'on'
    env.ROWS_READ_PER_DAY = '150000'
    try {
      const narrow = [search('"boat fog"'), ['stream', 'harbour']]
      expect(await page(cy, { narrow })).toMatchObject({ status: 200 })
      expect(await page(cy, { narrow })).toMatchObject({ status: 200 })
      expect(await page(cy, { narrow })).toMatchObject({ status: 429 })
    } finally {
      env.ROWS_READ_PER_DAY = '1000000000'
      delete env.RATE_LIMITS
    }
  })

  test('calls of the object count in the share of the day, and what is in the database is read on', async () => {
    const eve = await realm.user('eve')
    const fay = await realm.user('fay')
    await realm.stream('pier', eve, fay)
    await moveTexts(realm, [await eve.send('pier', 'tides', 'old')])
    const newer = await eve.send('pier', 'tides', 'new')
    env.RATE_LIMITS = 'on'
    // A fifth is for one person.
    env.QUOTA_OBJECT_REQUESTS = '300'
    try {
      const readsUntilRefused = async (person: Person, params: Params): Promise<number> => {
        for (let reads = 0; reads < 100; reads += 1) {
          const answer = await page(person, params)
          if (answer.status === 200) continue
          expect(answer).toMatchObject({ status: 429, used_up: 'object_requests' })
          return reads
        }
        throw new Error('Nothing was refused')
      }
      expect(await readsUntilRefused(eve, {})).toBeLessThanOrEqual(60)
      expect(idsOf(await page(eve, { num_before: 1 }))).toEqual([newer])
      // Large pages are two calls each: that of the realm's object, which answers, and its own.
      expect(await readsUntilRefused(fay, { num_before: 300 })).toBeLessThan(35)
    } finally {
      delete env.QUOTA_OBJECT_REQUESTS
      delete env.RATE_LIMITS
    }
  })

  test('hostile searches end soon, and are only words', async () => {
    const hundred = Array.from({ length: 99 }, (_, index) => `w${index}`).join(' ')
    for (const query of [
      hundred,
      `fog ${hundred}`,
      'fo*',
      '"fog" OR "boat"',
      'fog NEAR boat',
      'r1 u1',
      'place:r1',
      '"',
      `fog "${'é'.repeat(900)}"`,
    ]) {
      const answer = await page(ada, { narrow: [search(query)] })
      expect([200, 400]).toContain(answer.status)
      if (answer.status === 400) expect(answer.code).toBe('SEARCH_TOO_BROAD')
    }
    const searches = Array.from({ length: 80 }, (_, index) => ({ ...search(`fog ${index}`), negated: true }))
    const compared = await ada.ask('GET', '/messages/matches_narrow', {
      msg_ids: [oldest, middle, newest],
      narrow: searches,
    })
    expect(Object.keys(compared['messages'] as object).map(Number)).toEqual([oldest, middle, newest])
    expect(costOf(compared)['rows_read']).toBeLessThan(12_000)
  })
})

/** Puts something between the object and those who ask it. */
function interpose(around: (method: string, ask: () => Promise<string>) => Promise<string>): void {
  const getByName = (name: string) =>
    new Proxy(OLD_TEXTS!.getByName(name) as DurableObjectStub<OldTexts>, {
      get: (stub, method: 'search' | 'compare' | 'texts') => (first: never, second: never) =>
        around(method, () => stub[method](first, second)),
    })
  env.OLD_TEXTS = { getByName } as unknown as DurableObjectNamespace
}

/** Does something once, before or after the first call of a method. */
function interceptOnce(
  name: string,
  { before, after }: { before?: () => Promise<unknown>; after?: () => Promise<unknown> },
): string[] {
  const calls: string[] = []
  interpose(async (method, ask) => {
    const isFirst = method === name && !calls.includes(name)
    calls.push(method)
    if (isFirst) await before?.()
    const answer = await ask()
    if (isFirst) await after?.()
    return answer
  })
  return calls
}

describe('when something happens meanwhile', () => {
  let realm: TestRealm
  let ada: Person
  let ids: number[]

  const boats = { narrow: [search('boat')] }
  const starredBoats = { narrow: [search('boat'), ['is', 'starred']] }
  const forms: [string, Params, string][] = [
    ['a search', boats, 'search'],
    ['a search among starred messages', starredBoats, 'compare'],
  ]

  beforeEach(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    await realm.stream('harbour', ada)
    ids = []
    for (const number of [1, 2, 3, 4]) ids.push(await ada.send('harbour', 'tides', `boat number ${number}`))
    await ada.post('/messages/flags', { messages: ids, op: 'add', flag: 'starred' })
    await moveTexts(realm, ids.slice(0, 3))
  })

  /** Gives a message another topic, for which its text comes back, and takes it out of the object. */
  async function bringBack(id: number): Promise<void> {
    const around = env.OLD_TEXTS!
    env.OLD_TEXTS = OLD_TEXTS!
    await ada.patch(`/messages/${id}`, { topic: 'fog', propagate_mode: 'change_one' })
    await oldTextsObject(realm).remove([{ id, last_edit_at: null }])
    env.OLD_TEXTS = around
  }

  test.each(forms)('%s finds a text that comes back before the object is asked', async (_, params, method) => {
    interceptOnce(method, { before: () => bringBack(ids[1]!) })
    const answer = await page(ada, params)

    expect(idsOf(answer)).toEqual(ids)
    expect((answer['messages'] as Answer[])[1]).toMatchObject({ subject: 'fog' })
  })

  test.each(forms)('%s finds a text that comes back after the object has answered', async (_, params, method) => {
    interceptOnce(method, { after: () => bringBack(ids[1]!) })

    expect(idsOf(await page(ada, params))).toEqual(ids)
  })

  test('a search finds a text that came back and moves again after the object has answered', async () => {
    await bringBack(ids[1]!)
    const calls = interceptOnce('search', { after: () => moveTexts(realm, [ids[1]!]) })

    expect(idsOf(await page(ada, boats))).toEqual(ids)
    expect(calls.filter((method) => method === 'search')).toHaveLength(2)
  })

  test.each(forms)('%s finds what moves for the first time meanwhile', async (_, params, method) => {
    const sent = await ada.send('harbour', 'tides', 'another boat')
    await ada.post('/messages/flags', { messages: [sent], op: 'add', flag: 'starred' })
    interceptOnce(method, { after: () => moveTexts(realm, [ids[3]!, sent]) })

    expect(idsOf(await page(ada, params))).toEqual([...ids, sent])
  })

  test.each(forms)('%s leaves out what is deleted meanwhile', async (_, params, method) => {
    interceptOnce(method, { after: () => realm.owner.delete(`/messages/${ids[1]}`) })

    expect(idsOf(await page(ada, params))).toEqual(ids.filter((id) => id !== ids[1]))
  })

  test('a copy in the object does not count while the database has the text', async () => {
    const [row] = (
      await env.DB.prepare(
        'select id, last_edit_at, recipient_id, sender_id, topic, content, rendered_content from message where id = ?',
      )
        .bind(ids[3])
        .all()
    ).results
    await oldTextsObject(realm).store([row as never])
    await realm.behindTheWriter(
      env.DB.prepare('update realm set old_texts_up_to = ? where id = ?').bind(ids[3], realm.id),
    )
    expect(idsOf(await page(ada, boats))).toEqual(ids)

    await ada.patch(`/messages/${ids[3]}`, { content: 'a ship' })
    expect(idsOf(await page(ada, boats))).toEqual(ids.slice(0, 3))
  })

  test('a text of another time does not count', async () => {
    await realm.behindTheWriter(env.DB.prepare('update message set last_edit_at = 5 where id = ?').bind(ids[1]))

    expect(idsOf(await page(ada, boats))).toEqual([ids[0], ids[2], ids[3]])
    expect(await page(ada, starredBoats)).toMatchObject({ status: 503, code: 'OLD_TEXTS_UNAVAILABLE' })
  })

  test.each<[string, () => void]>([
    ['is not there', () => delete env.OLD_TEXTS],
    ['fails', () => interpose(() => Promise.reject(new Error('broken')))],
    ['does not answer', () => interpose(() => new Promise(() => undefined))],
  ])('a search is refused if the object %s, unless it need not be asked', { timeout: 60_000 }, async (_, break_) => {
    // Bo comes after all texts that moved.
    const bo = await realm.user('bo')
    await bo.subscribe('harbour')
    break_()
    const pages = [boats, starredBoats, { ...boats, anchor: 'oldest', num_before: 0, num_after: 1 }]
    const compared = { msg_ids: ids, narrow: boats.narrow }
    const refusals = await Promise.all([
      ...pages.map((params) => page(ada, params)),
      ada.ask('GET', '/messages/matches_narrow', compared),
    ])

    for (const answer of refusals) expect(answer).toMatchObject({ status: 503, code: 'OLD_TEXTS_UNAVAILABLE' })
    expect(await page(ada, { ...boats, num_before: 1 })).toMatchObject({ status: 200, messages: [{ id: ids[3] }] })
    expect(await page(bo, boats)).toMatchObject({ status: 200, messages: [], found_oldest: true })
  })
})
