import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Person, type TestRealm } from '../kit'

const badRequest = { status: 400, code: 'BAD_REQUEST' }

let realm: TestRealm
let ada: Person
let bea: Person
let cy: Person
let admin: Person
let names = 0

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bea = await realm.user('bea')
  cy = await realm.user('cy')
  admin = await realm.user('admin', { role: 200 })
})

/** A private stream with these subscribers, the first of whom creates it. */
async function privateStream(
  people: Person[],
  { name = `cove ${(names += 1)}`, shared = false } = {},
): Promise<{ id: number; name: string }> {
  const [creator] = people as [Person]
  await creator.post('/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: people.map(({ id }) => id),
    invite_only: true,
    history_public_to_subscribers: shared,
  })
  const { stream_id } = await creator.get('/get_stream_id', { stream: name })
  return { id: stream_id as number, name }
}

const leave = (by: Person, streams: string[], people: Person[] = []) =>
  by.ask('DELETE', '/users/me/subscriptions', { subscriptions: streams, principals: people.map(({ id }) => id) })

async function streamNames(by: Person): Promise<string[]> {
  const { streams } = await by.get('/streams', { include_all_active: true })
  return (streams as { name: string }[]).map(({ name }) => name)
}

async function readSubscribed(person: Person): Promise<string[]> {
  const { subscriptions } = await person.get('/users/me/subscriptions')
  return (subscriptions as { name: string }[]).map(({ name }) => name)
}

const isArchived = async (name: string): Promise<boolean> => !(await streamNames(admin)).includes(name)

const idsOf = (messages: Answer[]) => messages.map((message) => message['id'] as number)

describe('a private stream', () => {
  test('is archived when its last subscriber leaves, and not before', async () => {
    const { name } = await privateStream([ada, bea])

    expect(await leave(bea, [name])).toMatchObject({ removed: [name], not_removed: [] })
    expect(await isArchived(name)).toBe(false)

    expect(await leave(ada, [name])).toMatchObject({ removed: [name], not_removed: [] })
    expect(await isArchived(name)).toBe(true)
  })

  test('is archived when an administrator, who is not in it, removes the last ones together', async () => {
    const { name } = await privateStream([ada, bea])

    expect(await leave(admin, [name], [ada, bea, cy])).toMatchObject({ removed: [name] })

    expect(await isArchived(name)).toBe(true)
  })

  test('is archived when all leave at once', async () => {
    const people = [ada, bea, cy]
    const { name } = await privateStream(people)

    const answers = await Promise.all(people.map((person) => leave(person, [name])))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await isArchived(name)).toBe(true)
  })

  test('is archived although somebody deactivated is subscribed, who does not find it again', async () => {
    const gone = await realm.user('gone')
    const { id, name } = await privateStream([ada, gone])
    await realm.deactivate(gone)

    await leave(ada, [name])
    await realm.reactivate(gone)

    expect(await isArchived(name)).toBe(true)
    expect(await readSubscribed(gone)).toEqual(['general'])
    const active = await env.DB.prepare('select count(*) as count from subscription where stream_id = ? and active')
      .bind(id)
      .first('count')
    expect(active).toBe(0)
  })

  test('is not archived while a bot is in it', async () => {
    const bot = await realm.bot('keeper', ada)
    const { name } = await privateStream([ada, bot])

    await leave(ada, [name])
    expect(await isArchived(name)).toBe(false)

    await leave(bot, [name])
    expect(await isArchived(name)).toBe(true)
  })

  test('is not archived by somebody who was not in it', async () => {
    const { name } = await privateStream([ada])

    expect(await leave(admin, [name])).toMatchObject({ removed: [], not_removed: [name] })

    expect(await isArchived(name)).toBe(false)
  })

  test('several are archived by one request, and others are not', async () => {
    const [one, two, kept] = [await privateStream([ada]), await privateStream([ada]), await privateStream([ada, bea])]

    await leave(ada, [one.name, two.name, kept.name])

    const left = await streamNames(admin)
    expect(left).not.toContain(one.name)
    expect(left).not.toContain(two.name)
    expect(left).toContain(kept.name)
  })

  test('one bad name in the request, and none is archived', async () => {
    const { name } = await privateStream([ada])

    expect(await leave(ada, [name, 'no such stream'])).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })

    expect(await isArchived(name)).toBe(false)
  })
})

test('a public stream stays when its last subscriber leaves', async () => {
  const { name } = await realm.stream('meadow', ada)

  await leave(ada, [name])

  expect(await isArchived(name)).toBe(false)
})

describe('an archived stream', () => {
  test('does not exist any more, for its last subscriber and for administrators', async () => {
    const { id, name } = await privateStream([ada])
    await leave(ada, [name])

    for (const person of [ada, admin]) {
      expect(await person.ask('GET', '/get_stream_id', { stream: name })).toMatchObject(badRequest)
      expect(await person.ask('GET', `/streams/${id}/members`)).toMatchObject(badRequest)
      expect(await person.ask('GET', `/users/me/${id}/topics`)).toMatchObject(badRequest)
      expect(await leave(person, [name])).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })
      for (const to of [name, id]) {
        const message = { type: 'stream', to, topic: 'x', content: 'x' }
        expect(await person.ask('POST', '/messages', message)).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })
      }
    }
  })

  test('gives its name away, and is not what the name means afterwards', async () => {
    const { id, name } = await privateStream([ada])
    const before = await ada.send(name, 'old', 'hello')
    await leave(ada, [name])

    const fresh = await realm.stream(name, bea, ada)
    const after = await bea.send(name, 'new', 'hello')

    expect(fresh.id).not.toBe(id)
    expect(idsOf(await ada.messages([['stream', name]]))).toEqual([after])
    expect(idsOf(await ada.messages([{ operator: 'stream', operand: id }]))).toEqual([before])
  })

  test('gives its name away as often as it is archived', async () => {
    const name = 'revolving door'
    for (let round = 1; round <= 3; round += 1) {
      await privateStream([ada], { name })
      await leave(ada, [name])
    }

    expect(await isArchived(name)).toBe(true)
  })

  test.each(['ebb', 'x'.repeat(60)])(
    'shows in messages under another name than %s, of at most 60 characters',
    async (name) => {
      await privateStream([ada], { name })
      const id = await ada.send(name, 'tides', 'hello')

      await leave(ada, [name])

      const { message } = await ada.get(`/messages/${id}`)
      const shown = (message as { display_recipient: string }).display_recipient
      expect(shown).toBe(`!DEACTIVATED:${name}`.slice(0, 60))
    },
  )

  test('can be narrowed to by the name it has now, for what one received', async () => {
    const { name } = await privateStream([ada])
    const id = await ada.send(name, 'tides', 'hello')
    await leave(ada, [name])

    expect(idsOf(await ada.messages([['stream', `!deactivated:${name}`]]))).toEqual([id])
    const former = await ada.ask('GET', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [['stream', name]],
    })
    expect(former).toMatchObject({ code: 'BAD_NARROW' })
  })

  test('is no default stream', async () => {
    const { id, name } = await privateStream([ada])
    await realm.behindTheWriter(env.DB.prepare('update stream set is_default = 1 where id = ?').bind(id))

    await leave(ada, [name])

    const newcomer = await realm.user('newcomer')
    expect(await readSubscribed(newcomer)).toEqual(['general'])
    const row = await env.DB.prepare('select is_default, invite_only, deactivated from stream where id = ?')
      .bind(id)
      .first()
    expect(row).toEqual({ is_default: 0, invite_only: 1, deactivated: 1 })
  })
})

describe('messages of an archived stream', () => {
  test.each([
    { history: 'protected', shared: false },
    { history: 'shared', shared: true },
  ])('with $history history stay with those who received them, and nobody else gets any', async ({ shared }) => {
    const { id: stream_id, name } = await privateStream([ada], { shared })
    const early = await ada.send(name, 'x', 'before Bea')
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [bea.id] })
    const middle = await ada.send(name, 'x', 'with Bea')
    await leave(bea, [name])
    const late = await ada.send(name, 'x', 'after Bea')

    await leave(ada, [name])

    const narrow = [{ operator: 'stream', operand: stream_id }]
    for (const [person, received] of [
      [ada, [early, middle, late]],
      [bea, [middle]],
      [cy, []],
      [admin, []],
      [realm.owner, []],
    ] as [Person, number[]][]) {
      expect(idsOf(await person.messages(narrow))).toEqual(received)
      const everything = idsOf(await person.messages())
      for (const id of [early, middle, late]) {
        expect(everything.includes(id)).toBe(received.includes(id))
        expect((await person.ask('GET', `/messages/${id}`)).status).toBe(received.includes(id) ? 200 : 400)
      }
    }
  })

  test('are read for everybody who received them', async () => {
    const gone = await realm.user('vanished')
    const { name } = await privateStream([ada, bea, gone])
    const unread = await ada.send(name, 'x', 'hello')
    const again = await ada.send(name, 'x', 'hello again')
    for (const person of [bea, gone]) {
      await person.post('/messages/flags', { messages: [again], op: 'add', flag: 'read' })
      await person.post('/messages/flags', { messages: [again], op: 'remove', flag: 'read' })
      expect(await person.flags(unread)).not.toContain('read')
      expect(await person.flags(again)).not.toContain('read')
    }
    await realm.deactivate(gone)

    await leave(admin, [name], [ada, bea])
    await realm.reactivate(gone)

    for (const person of [bea, gone]) {
      expect(await person.flags(unread)).toContain('read')
      expect(await person.flags(again)).toContain('read')
      expect(idsOf(await person.messages([['is', 'unread']]))).not.toContain(again)
    }
  })

  test('marked as unread by somebody who left before are read, and those of other streams are not', async () => {
    const { name } = await privateStream([ada, bea])
    const other = await privateStream([ada, bea])
    const [here, there] = [await ada.send(name, 'x', 'here'), await ada.send(other.name, 'x', 'there')]
    await bea.post('/mark_all_as_read')
    await leave(bea, [name])
    await bea.post('/messages/flags', { messages: [here, there], op: 'remove', flag: 'read' })
    expect(await bea.flags(here)).not.toContain('read')

    await leave(ada, [name])

    expect(await bea.flags(here)).toContain('read')
    expect(await bea.flags(there)).not.toContain('read')
  })
})

describe('a stream in which the organization tells what is new', () => {
  const names = ['notifications_stream_id', 'signup_notifications_stream_id']

  test('is named no more once it is archived, and everybody is told', async () => {
    const realm = await newRealm()
    const { owner } = realm
    const { id } = await realm.stream('news', owner)
    for (const name of names) await owner.patch('/realm', { [name]: id })
    const listener = await owner.listen()

    await owner.delete(`/streams/${id}`)

    expect(await listener.events('realm')).toEqual(
      names.map((property) => ({ type: 'realm', op: 'update', property, value: -1 })),
    )
    expect(await owner.post('/register', { fetch_event_types: ['realm'] })).toMatchObject({
      realm_notifications_stream_id: -1,
      realm_signup_notifications_stream_id: -1,
    })
  })

  test('stays so when another one is archived', async () => {
    const realm = await newRealm()
    const { owner } = realm
    const { id } = await realm.stream('news', owner)
    await owner.patch('/realm', { notifications_stream_id: id })
    const other = await realm.stream('old news', owner)
    const listener = await owner.listen()

    await owner.delete(`/streams/${other.id}`)

    expect(await listener.events('realm')).toEqual([])
    expect(await owner.post('/register', { fetch_event_types: ['realm'] })).toMatchObject({
      realm_notifications_stream_id: id,
    })
  })
})
