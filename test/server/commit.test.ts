import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { committedState } from '../kit/committed-state'
import { connectionError, killObject, withFault } from '../kit/faulty-database'
import { costOf, newRealm, type Answer, type Person, type TestRealm } from '../kit'

interface Stored {
  id: number
  event_id: number
  content: string
}

/** Messages as they are stored, in order of commit. */
async function readStored(realm: TestRealm): Promise<Stored[]> {
  const { results } = await env.DB.prepare(
    `select message.id, event_id, content from message join user on user.id = sender_id
     where realm_id = ? order by message.id`,
  )
    .bind(realm.id)
    .all<Stored>()
  return results
}

const contents = async (realm: TestRealm): Promise<string[]> => (await readStored(realm)).map(({ content }) => content)

const numbersTo = (amount: number): number[] => Array.from({ length: amount }, (_, index) => index + 1)

const messageOf = (content: string) => ({ type: 'stream', to: 'harbour', topic: 'Tides & "tables"', content })

const rowsWritten = (answers: readonly Answer[]): number =>
  answers.reduce((sum, answer) => sum + costOf(answer).rows_written, 0)

async function crowd(realm: TestRealm, amount: number): Promise<Person[]> {
  const people: Person[] = []
  for (const number of numbersTo(amount)) people.push(await realm.user(`user${number}`))
  return people
}

test('ten people who send twenty messages each at once get 200 ids, in the order in which readers see them', async () => {
  const realm = await newRealm()
  const people = await crowd(realm, 10)
  await realm.stream('harbour', ...people)
  const seen: number[][] = []
  const sent: number[] = []
  const watch = async () => {
    while (sent.length < 200) seen.push((await realm.owner.messages([['stream', 'harbour']])).map(({ id }) => id))
  }

  const sending = people.flatMap((person) =>
    numbersTo(20).map(async (number) => sent.push(await person.send('harbour', 'tides', `${person.id}:${number}`))),
  )
  await Promise.all([watch(), ...sending])

  expect(new Set(sent).size).toBe(200)
  const rows = await readStored(realm)
  expect(rows.map(({ id }) => id)).toEqual(sent.toSorted((left, right) => left - right))
  const event_ids = rows.map(({ event_id }) => event_id)
  expect(event_ids).toEqual(event_ids.toSorted((left, right) => left - right))
  expect(new Set(event_ids).size).toBe(200)
  // What one look saw is where the next one begins: nothing appears below what was already seen.
  for (const [index, later] of seen.slice(1).entries()) expect(later.slice(0, seen[index]!.length)).toEqual(seen[index])
})

test('messages sent at once share batches', async () => {
  const realm = await newRealm()
  const people = await crowd(realm, 10)
  await realm.stream('harbour', ...people)
  for (const person of people) await person.send('harbour', 'tides', 'warm')

  const answers = await Promise.all(
    people.flatMap((person) =>
      numbersTo(10).map(() =>
        person.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'all' }),
      ),
    ),
  )

  expect(new Set(answers.map((answer) => costOf(answer).batch)).size).toBeLessThanOrEqual(10)
})

test('messages that share a batch share its statements, and are stored as if each were sent alone', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  const texts = [
    'plain words',
    '**bold** & `<code>` \u{1f6a2}',
    '/me waves',
    'https://example.com/\u2028x',
    '"\\u0041"',
  ]
  const mention = `@**ada|${ada.id}** look`
  const all = [...texts, mention, ...texts]
  const inserts: number[] = []
  await withFault(realm, (send, { statements }) => {
    inserts.push(statements.filter((text) => /insert into message \(/.test(text)).length)
    return send()
  })
  const rows = async (): Promise<unknown[]> => {
    const { results } = await env.DB.prepare(
      `select message.* from message join user on user.id = sender_id where realm_id = ? order by message.id`,
    )
      .bind(realm.id)
      .all()
    // What no two messages share, in a form that they do.
    return results.map((row) => ({ ...row, id: 0, event_id: 0, sent_at: 0, commit_token: typeof row['commit_token'] }))
  }

  const single: Answer[] = []
  for (const content of all) single.push(await realm.owner.post('/messages', messageOf(content)))
  const alone = await rows()
  expect(inserts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
  inserts.length = 0
  const answers = await Promise.all(all.map((content) => realm.owner.post('/messages', messageOf(content))))

  expect(inserts.reduce((sum, count) => sum + count, 0)).toBeLessThan(all.length)
  const aloneAndTogether = await rows()
  expect(aloneAndTogether).toEqual([...alone, ...alone])
  expect(await ada.messages([['search', 'waves']])).toHaveLength(4)
  expect(rowsWritten(answers)).toBe(rowsWritten(single))
})

test('a change that fails does not fail those that share its batch', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  const first = await ada.send('harbour', 'tides', 'first')
  // Somebody in the way of the fifth of the next ten.
  await env.DB.prepare(
    `insert into message
       (id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client, event_id)
     select id + 5, sender_id, recipient_id, is_private, topic, topic_key, 'in the way', '', sent_at, client, event_id
     from message where id = ?`,
  )
    .bind(first)
    .run()

  const answers = await Promise.all(
    numbersTo(10).map((number) =>
      ada.ask('POST', '/messages', { type: 'stream', to: 'harbour', topic: 'tides', content: `number ${number}` }),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 500, 200, 200, 200, 200, 200])
  expect(answers[4]).toMatchObject({ result: 'error', code: 'INTERNAL_ERROR' })
  expect(await contents(realm)).toEqual(
    ['first', ...numbersTo(10).map((number) => `number ${number}`)].with(5, 'in the way'),
  )
})

test('a change that is refused by its check does not disturb those that share its batch', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  const id = await ada.send('harbour', 'tides', 'first')

  const [before, refused, after] = await Promise.all([
    ada.ask('POST', '/messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'before' }),
    ada.ask('POST', '/messages/flags', { messages: [id, 999_999], op: 'add', flag: 'starred' }),
    ada.ask('POST', '/messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'after' }),
  ])

  expect([before.status, refused.status, after.status]).toEqual([200, 400, 200])
  expect(await ada.flags(id)).toEqual(['read'])
})

const oneMessage = { type: 'stream', to: 'harbour', topic: 'tides', content: 'once' }

test('a batch whose reply is lost after the commit is answered, and written once', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  await withFault(realm, async (send, { writes, number }) => {
    const answers = await send()
    if (writes && number === 1) throw connectionError()
    return answers
  })

  const { id } = await realm.owner.post('/messages', oneMessage)

  expect(await readStored(realm)).toEqual([expect.objectContaining({ id, content: 'once' })])
})

test('a check whose answer was lost after the commit still decides', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const id = await realm.owner.send('harbour', 'tides', 'first')
  await withFault(realm, async (send, { writes }) => {
    const answers = await send()
    if (writes) throw connectionError()
    return answers
  })

  const star = (messages: number[]) =>
    realm.owner.ask('POST', '/messages/flags', { messages, op: 'add', flag: 'starred' })

  expect(await star([id, 999_999])).toMatchObject({ status: 400, msg: 'Invalid message(s)' })
  expect(await star([id])).toMatchObject({ status: 200 })
  expect(await realm.owner.flags(id)).toEqual(['read', 'starred'])
})

test('a batch that never arrived is sent again', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  await withFault(realm, async (send, { writes, number }) => {
    if (writes && number === 1) throw connectionError()
    return send()
  })

  await realm.owner.post('/messages', oneMessage)

  expect(await contents(realm)).toEqual(['once'])
})

test('a batch that was given up for lost and arrives after its second try changes nothing', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  let late: (() => Promise<unknown>) | undefined
  await withFault(realm, async (send, { writes, number }) => {
    if (!writes || number > 1) return send()
    late = send
    throw connectionError()
  })
  await realm.owner.post('/messages', oneMessage)

  await expect(late!()).rejects.toThrow('SQLITE_CONSTRAINT')

  await realm.owner.send('harbour', 'tides', 'next')
  expect(await contents(realm)).toEqual(['once', 'next'])
})

test('a batch that was given up for lost and arrives before its second try is not written again', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  let late: (() => Promise<unknown>) | undefined
  await withFault(realm, async (send, { writes, number }) => {
    if (writes && number === 1) {
      late = send
      throw connectionError()
    }
    if (writes && number === 2) await late!()
    return send()
  })

  const { id } = await realm.owner.post('/messages', oneMessage)

  expect(await readStored(realm)).toEqual([expect.objectContaining({ id, content: 'once' })])
})

test('a message is refused while the database does not answer, and sending works again afterwards', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  let away = true
  await withFault(realm, async (send, { writes }) => {
    if (writes && away) throw connectionError()
    return send()
  })

  const refused = await realm.owner.ask('POST', '/messages', oneMessage)
  away = false
  await realm.owner.send('harbour', 'tides', 'back')

  expect(refused).toMatchObject({ status: 500, result: 'error', code: 'INTERNAL_ERROR', msg: 'Internal server error' })
  expect(await contents(realm)).toEqual(['back'])
})

test.each([
  ['before its batch is sent', false],
  ['after its batch is committed', true],
])('an object killed %s leaves all of a change or nothing, and the next one goes on', async (_, commits) => {
  const realm = await newRealm()
  await realm.stream('harbour')
  await realm.owner.send('harbour', 'tides', 'acknowledged')
  await withFault(realm, async (send, { writes }) => {
    if (!writes) return send()
    if (commits) await send()
    void killObject(realm)
    return new Promise(() => undefined)
  })

  const killed = await realm.owner.ask('POST', '/messages', oneMessage)
  const id = await realm.owner.send('harbour', 'tides', 'after')

  expect(killed.status).toBe(500)
  const rows = await readStored(realm)
  expect(rows.map(({ content }) => content)).toEqual(['acknowledged', ...(commits ? ['once'] : []), 'after'])
  expect(rows.at(-1)!.id).toBe(id)
})

test('an evicted object has lost nothing that was acknowledged and gives no id twice', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const ids: number[] = []
  for (const number of numbersTo(5)) {
    ids.push(await realm.owner.send('harbour', 'tides', `number ${number}`))
    await realm.evict()
  }

  const rows = await readStored(realm)

  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(rows.map(({ content }) => content)).toEqual(numbersTo(5).map((number) => `number ${number}`))
})

test('an id is not given again after its message is gone', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const gone = await realm.owner.send('harbour', 'tides', 'gone')
  await realm.owner.delete(`/messages/${gone}`)
  await realm.evict()

  expect(await realm.owner.send('harbour', 'tides', 'next')).toBeGreaterThan(gone)
})

test('an object that another one has overtaken decides again on what is true now', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const first = await realm.owner.send('harbour', 'tides', 'first')
  // As another instance of the object would leave the realm after sending nine messages.
  const { tokens, counters } = await committedState(realm)
  await env.DB.prepare('update commit_state set marks = ?, counters = ? where realm_id = ?')
    .bind(
      [...tokens, '0ther0ne'].join(' '),
      JSON.stringify({ ...counters, message: counters['message']! + 9 }),
      realm.id,
    )
    .run()

  expect(await realm.owner.send('harbour', 'tides', 'next')).toBe(first + 10)
})

/** A message as another instance of the object would send it, with the next ids and a token of its own. */
const sendElsewhere = (message_id: number) =>
  env.DB.prepare(`
    insert into message
      (id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client, event_id,
       commit_token)
    select id + 1, sender_id, recipient_id, is_private, topic, topic_key, 'elsewhere', '', sent_at, client, event_id + 1, 7
    from message where id = ?
  `).bind(message_id)

test('a message costs no row of the commits, and yet another instance that sends one overtakes', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  await realm.owner.send('harbour', 'tides', 'first')
  const answer = await realm.owner.post('/messages', oneMessage)
  expect(costOf(answer).rows_written).toBe(4)
  await sendElsewhere(answer['id'] as number).run()

  const next = await realm.owner.send('harbour', 'tides', 'next')

  expect(next).toBe((answer['id'] as number) + 2)
  const rows = await readStored(realm)
  expect(rows.map(({ content }) => content)).toEqual(['first', 'once', 'elsewhere', 'next'])
  expect(new Set(rows.map(({ event_id }) => event_id)).size).toBe(4)
})

test('a message that another instance sent meanwhile is not taken for one’s own', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const first = await realm.owner.send('harbour', 'tides', 'first')
  await withFault(realm, async (send, { writes, number }) => {
    if (!writes || number > 1) return send()
    await sendElsewhere(first).run()
    throw connectionError()
  })

  const { id } = await realm.owner.post('/messages', oneMessage)

  expect(id).toBe(first + 2)
  expect(await contents(realm)).toEqual(['first', 'elsewhere', 'once'])
})

test.each([3, 20])(
  'after %i messages and changes of other kinds, a lost object is followed by one that knows all',
  async (amount) => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.stream('harbour', ada)
    const listener = await ada.listen()
    const ids: number[] = []
    for (const number of numbersTo(amount)) ids.push(await ada.send('harbour', 'tides', `number ${number}`))
    await realm.evict()
    await ada.post(`/messages/${ids[0]}/reactions`, { emoji_name: 'smile' })
    const [last] = await Promise.all([
      ada.send('harbour', 'tides', 'beside'),
      ada.post('/messages/flags', { messages: [ids[0]!], op: 'add', flag: 'starred' }),
    ])
    await realm.evict()
    await withFault(realm, async (send, { writes, number }) => {
      const answers = await send()
      if (writes && number === 1) throw connectionError()
      return answers
    })
    const next = await ada.send('harbour', 'tides', 'next')

    expect([last, next]).toEqual([ids.at(-1)! + 1, ids.at(-1)! + 2])
    // The ids of events grow, or the listener fails.
    expect(await listener.events('message', 'reaction')).toHaveLength(amount + 3)
  },
)

test('a realm object stays usable when a burst is cut off by a kill', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const sends = numbersTo(40).map((number) =>
    realm.owner.ask('POST', '/messages', { ...oneMessage, content: `number ${number}` }),
  )
  await killObject(realm)
  const answers = await Promise.all(sends)
  await realm.owner.send('harbour', 'tides', 'after')

  const kept = new Set((await readStored(realm)).map(({ id }) => id))
  for (const answer of answers.filter(({ status }) => status === 200)) expect(kept).toContain(answer['id'])
  const texts = await contents(realm)
  expect(new Set(texts).size).toBe(texts.length)
})

test('turns are not taken on knowledge that a change in flight makes untrue', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'cellar' }],
    invite_only: true,
    principals: [realm.owner.id, ada.id],
  })
  await ada.send('cellar', 'wine', 'I am in')

  const [removed, sent] = await Promise.all([
    realm.owner.ask('DELETE', '/users/me/subscriptions', { subscriptions: ['cellar'], principals: [ada.id] }),
    ada.ask('POST', '/messages', { type: 'stream', to: 'cellar', topic: 'wine', content: 'still in?' }),
  ])

  expect(removed.status).toBe(200)
  expect(sent.status).toBe(400)
})

test('an alarm that finds no database rings again in a minute', async () => {
  const realm = await newRealm()
  await withFault(realm, () => Promise.reject(connectionError()))
  const before = Date.now()

  const next = await realm.inObject(async (object, { storage }) => {
    await storage.deleteAlarm()
    await object.alarm()
    return storage.getAlarm()
  })

  expect(next! - before).toBeGreaterThan(50_000)
  expect(next! - before).toBeLessThan(90_000)
})
