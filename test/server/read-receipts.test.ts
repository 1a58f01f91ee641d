import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
let cy: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  cy = await realm.user('cy')
  await realm.stream('harbour', ada, bo, cy)
})

/** Names of those who have read a message. */
async function readers(asker: Person, message_id: number, among: Person[] = [ada, bo, cy]): Promise<string[]> {
  const { user_ids } = await asker.get(`/messages/${message_id}/read_receipts`)
  expect(user_ids).toEqual((user_ids as number[]).toSorted((left, right) => left - right))
  return (user_ids as number[]).map((id) => among.find((person) => person.id === id)?.full_name ?? String(id))
}

const mark = (person: Person, op: 'add' | 'remove', ...messages: number[]) =>
  person.post('/messages/flags', { messages, op, flag: 'read' })

const refused = { status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' }

const receipts = (person: Person, message_id: number) => person.ask('GET', `/messages/${message_id}/read_receipts`)

describe('who has read a message', () => {
  test('is nobody at first, and not its sender', async () => {
    const id = await ada.send('harbour', 'tides', 'High water')

    expect(await readers(ada, id)).toEqual([])
    expect(await readers(bo, id)).toEqual([])
  })

  test('are those who marked it read by itself, until they mark it unread', async () => {
    const id = await ada.send('harbour', 'tides', 'High water')
    const other = await ada.send('harbour', 'tides', 'Low water')

    await mark(cy, 'add', id)
    await mark(bo, 'add', id)
    expect(await readers(ada, id)).toEqual(['Bo', 'Cy'])
    expect(await readers(cy, id)).toEqual(['Bo', 'Cy'])
    expect(await readers(ada, other)).toEqual([])

    await mark(bo, 'remove', id)
    expect(await readers(ada, id)).toEqual(['Cy'])
  })

  test.each<[what: string, path: string, params: (stream_id: number) => object]>([
    ['everything', '/mark_all_as_read', () => ({})],
    ['the stream', '/mark_stream_as_read', (stream_id) => ({ stream_id })],
    ['the topic', '/mark_topic_as_read', (stream_id) => ({ stream_id, topic_name: 'tides' })],
  ])('are those who marked %s read, until they mark it unread', async (_, path, params) => {
    const id = await ada.send('harbour', 'tides', 'High water')
    const { stream_id } = await ada.get('/get_stream_id', { stream: 'harbour' })

    await bo.post(path, { ...params(stream_id as number) })
    expect(await readers(ada, id)).toEqual(['Bo'])

    await mark(bo, 'remove', id)
    expect(await readers(ada, id)).toEqual([])
  })

  test('of a private message are people of the conversation', async () => {
    const id = await ada.write([bo, cy], 'Between us')

    expect(await readers(bo, id)).toEqual([])
    await mark(bo, 'add', id)

    expect(await readers(ada, id)).toEqual(['Bo'])
    expect(await readers(cy, id)).toEqual(['Bo'])
  })

  test('are not those who came later, unless they hold it', async () => {
    const id = await ada.send('harbour', 'tides', 'High water')
    const dee = await realm.user('dee')
    await dee.subscribe('harbour')
    expect(await readers(ada, id)).toEqual([])

    await dee.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })

    expect(await readers(ada, id, [dee])).toEqual(['Dee'])
  })

  test('are not those who left the stream', async () => {
    const eve = await realm.user('eve')
    await eve.subscribe('harbour')
    const id = await ada.send('harbour', 'tides', 'High water')
    await mark(eve, 'add', id)
    expect(await readers(ada, id, [eve])).toEqual(['Eve'])

    await eve.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })

    expect(await readers(ada, id)).toEqual([])
  })

  test('are not those who keep it to themselves', async () => {
    const id = await ada.send('harbour', 'tides', 'High water')
    await mark(bo, 'add', id)
    await mark(cy, 'add', id)

    await bo.patch('/settings', { send_read_receipts: false })
    expect(await readers(ada, id)).toEqual(['Cy'])
    await bo.patch('/settings', { send_read_receipts: true })
    expect(await readers(ada, id)).toEqual(['Bo', 'Cy'])
  })

  test('are not those whom one muted, nor those who muted one; others are told of them', async () => {
    const id = await ada.send('harbour', 'tides', 'High water')
    await mark(bo, 'add', id)
    await mark(cy, 'add', id)

    await bo.post(`/users/me/muted_users/${ada.id}`)
    expect(await readers(ada, id)).toEqual(['Cy'])
    expect(await readers(cy, id)).toEqual(['Bo', 'Cy'])
    await bo.delete(`/users/me/muted_users/${ada.id}`)
    await ada.post(`/users/me/muted_users/${bo.id}`)
    expect(await readers(ada, id)).toEqual(['Cy'])
    await ada.delete(`/users/me/muted_users/${bo.id}`)
    expect(await readers(ada, id)).toEqual(['Bo', 'Cy'])
  })

  test('are not deactivated people, and are bots', async () => {
    const gus = await realm.user('gus')
    const bot = await realm.bot('beacon', ada)
    await gus.subscribe('harbour')
    await bot.subscribe('harbour')
    const [id, alone] = [await ada.send('harbour', 'tides', 'High water'), await ada.write([gus], 'Gus?')]
    await mark(gus, 'add', id, alone)
    await mark(bot, 'add', id)
    expect(await readers(ada, id, [gus, bot])).toEqual(['Gus', 'Beacon-bot'])
    expect(await readers(ada, alone, [gus])).toEqual(['Gus'])

    await realm.deactivate(gus)

    expect(await readers(ada, id, [gus, bot])).toEqual(['Beacon-bot'])
    expect(await readers(ada, alone, [gus])).toEqual([])
  })
})

describe('a message that one may not see', () => {
  test('is refused as one that does not exist', async () => {
    const hal = await realm.user('hal')
    const id = await ada.write([bo], 'Between us')
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], invite_only: true })
    const hidden = await ada.send('cellar', 'wine', 'Red')

    expect(await receipts(hal, id)).toMatchObject(refused)
    expect(await receipts(hal, hidden)).toMatchObject(refused)
    expect(await receipts(ada, 4_000_000)).toMatchObject(refused)
    expect((await receipts(ada, hidden)).status).toBe(200)
  })

  test('by guests is refused to them alone', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const id = await ada.send('harbour', 'tides', 'High water')
    await mark(bo, 'add', id)

    expect(await receipts(guest, id)).toMatchObject(refused)
    const member = await realm.user('ivy')
    expect(await readers(member, id)).toEqual(['Bo'])
  })

  test('in another organization is refused', async () => {
    const id = await ada.send('harbour', 'tides', 'High water')
    const elsewhere = await newRealm()

    expect(await receipts(elsewhere.owner, id)).toMatchObject(refused)
  })

  test('after it was deleted is refused', async () => {
    const id = await ada.send('harbour', 'tides', 'High water')
    await realm.owner.delete(`/messages/${id}`)

    expect(await receipts(ada, id)).toMatchObject(refused)
  })
})
