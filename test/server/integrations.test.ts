import { beforeAll, describe, expect, test } from 'vitest'
import { costOf, newRealm, reach, type Answer, type Person, type TestRealm } from '../kit'
import { postEvent, star, workflowRun } from '../kit/integrations'

let realm: TestRealm
let bot: Person

beforeAll(async () => {
  realm = await newRealm()
  await realm.stream('builds', realm.owner)
  bot = await realm.bot('hook', realm.owner, { type: 2 })
})

type EventRequest = Partial<Parameters<typeof postEvent>[2]>

/** Posts an event to the stream `builds`. */
const post = (payload: unknown, { query, ...request }: EventRequest = {}): Promise<Answer> =>
  postEvent(realm, payload, { ...request, query: { api_key: bot.key, stream: 'builds', ...query } })

const readBuilds = async (topic?: string): Promise<Answer[]> =>
  realm.owner.messages([
    { operator: 'stream', operand: 'builds' },
    ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic }]),
  ])

describe('an event', () => {
  test('becomes a message in its topic', async () => {
    const answer = await post(workflowRun(1, 'in_progress', null), { event: 'workflow_run' })

    expect(answer).toMatchObject({ status: 200, result: 'success', msg: '' })
    expect((await readBuilds('garden / main')).at(-1)).toMatchObject({ sender_id: bot.id, subject: 'garden / main' })
  })

  test('has the topic of the address, if that names one', async () => {
    await post(star(1), { event: 'star', query: { topic: 'stars' } })

    expect(await readBuilds('stars')).toHaveLength(1)
  })

  test('is sent to the owner where the address names no stream', async () => {
    await postEvent(realm, star(2), { event: 'star', query: { api_key: bot.key } })
    const [message] = await realm.owner.messages([
      { operator: 'sender', operand: bot.email },
      { operator: 'is', operand: 'private' },
    ])

    expect(message).toMatchObject({ type: 'private', sender_id: bot.id })
  })

  test('may be the field `payload` of a form', async () => {
    const form = new URLSearchParams({ payload: JSON.stringify(star(3)) }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }

    expect(await post(form, { event: 'star', headers, query: { topic: 'form' } })).toMatchObject({ status: 200 })
    expect(await readBuilds('form')).toHaveLength(1)
  })

  test('is posted once, however often it is repeated', async () => {
    const id = crypto.randomUUID()
    for (const _ of [1, 2, 3]) await post(star(4), { event: 'star', id, query: { topic: 'repeated' } })

    expect(await readBuilds('repeated')).toHaveLength(1)
  })

  test.each([
    ['is not among the wanted ones', { only_events: 'push,issues' }, 0],
    ['is among the wanted ones', { only_events: '["st*"]' }, 1],
    ['is among the unwanted ones', { exclude_events: '*ar' }, 0],
  ])('is posted only if its name is wanted: it %s', async (_, query, amount) => {
    const topic = JSON.stringify(query)
    expect(await post(star(5), { event: 'star', query: { topic, ...query } })).toMatchObject({ status: 200 })
    expect(await readBuilds(topic)).toHaveLength(amount)
  })
})

describe('the message of a build', () => {
  test('is edited while it is the last message of its topic', async () => {
    await post(workflowRun(2, 'in_progress', null, 'edited'), { event: 'workflow_run' })
    await post(workflowRun(2, 'completed', 'success', 'edited'), { event: 'workflow_run' })
    const messages = await readBuilds('garden / edited')

    expect(messages).toHaveLength(1)
    expect(messages[0]!['content']).toContain('passed')
  })

  test('is followed by a new one after the message of somebody else', async () => {
    await post(workflowRun(3, 'in_progress', null, 'talk'), { event: 'workflow_run' })
    await realm.owner.send('builds', 'garden / talk', 'Fingers crossed')
    await post(workflowRun(3, 'completed', 'failure', 'talk'), { event: 'workflow_run' })

    expect(await readBuilds('garden / talk')).toHaveLength(3)
  })
})

describe('a request is refused', () => {
  test.each([
    ['for a service that does not exist', {}, 'nothing', 404],
    ['with a body that is not JSON', '{"action": ', 'github', 400],
    ['with a body that is too large', JSON.stringify('x'.repeat(1024 * 1024)), 'github', 400],
  ])('%s', async (_, payload, service, status) => {
    expect(await post(payload, { service })).toMatchObject({ status, result: 'error' })
  })

  test('without a good key', async () => {
    expect(await post(star(1), { query: { api_key: 'x'.repeat(32) } })).toMatchObject({ status: 401 })
  })
})

test.each([
  ['the name of its event', { event: 'x'.repeat(5000) }, {}],
  ['its id', { event: 'star', id: 'x'.repeat(5000) }, {}],
  ['what it is the state of', { event: 'workflow_run' }, { workflow_run: { id: '\0\uD800'.repeat(1000) } }],
])('an event is taken whatever is in %s', async (_, delivery, payload) => {
  expect(await post({ ...star(11), ...payload }, { ...delivery, query: { topic: 'any' } })).toMatchObject({
    status: 200,
  })
})

test('a body of a hundred thousand nested lists is answered', async () => {
  expect(await post('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject({ status: 200 })
})

test('a service may ask whether its address is good', async () => {
  const response = await reach(realm.host, `/api/v1/external/github?api_key=${bot.key}`, { method: 'HEAD' })

  expect(response.status).toBe(200)
})

test('an event costs the rows of its message, one of them for its link', async () => {
  const query = { topic: 'costs' }
  await post(star(9), { event: 'star', query })
  const cost = costOf(await post(star(10), { event: 'star', query }))

  expect(cost.rows_written).toBe(5)
})
