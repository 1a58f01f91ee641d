import { beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Person, type TestRealm } from '../kit'
import { takeOfLimit } from '../kit/limits'

let realm: TestRealm
let admin: Person
let ada: Person

beforeEach(async () => {
  realm = await newRealm()
  admin = await realm.user('admin', { role: 200 })
  ada = await realm.user('ada')
})

/** Asks the realm object to add an emoji whose image is stored already; answers the refusal, or null. */
async function add(person: Person, name: string, still_file_name: string | null = null) {
  const { email, key } = person
  const object = realm.object
  const reply = await object.perform({
    name: 'addRealmEmoji',
    input: { name, file_name: 'image.png', still_file_name },
    realm_id: realm.id,
    facts: {
      origin: `http://${realm.host}`,
      host: realm.host,
      address: null,
      client: 'test',
      credentials: { by: 'key', email, key },
      upgrades: false,
      region: null,
    },
  })
  const { refused = null } = JSON.parse(reply) as { refused?: { status: number; code: string } }
  return refused
}

const withdraw = (person: Person, name: string): Promise<Answer> =>
  person.ask('DELETE', `/realm/emoji/${encodeURIComponent(name)}`)

interface Emoji {
  id: string
  name: string
  deactivated: boolean
}

const readEmoji = async (): Promise<Emoji[]> =>
  Object.values((await ada.get('/realm/emoji'))['emoji'] as Record<string, Emoji>)

const readActiveNames = async (): Promise<string[]> =>
  (await readEmoji()).filter(({ deactivated }) => !deactivated).map(({ name }) => name)

const refusal = { status: 400, code: 'BAD_REQUEST' }

describe('adding', () => {
  test('makes an emoji with its author and images', async () => {
    expect(await add(ada, 'party_blob', 'still.png')).toBeNull()
    expect(await add(admin, 'calm.blob')).toBeNull()

    const [party, calm] = await readEmoji()

    expect(party).toEqual({
      id: expect.any(String),
      name: 'party_blob',
      source_url: `/user_avatars/${realm.id}/emoji/images/image.png`,
      still_url: `/user_avatars/${realm.id}/emoji/images/still/still.png`,
      deactivated: false,
      author_id: ada.id,
    })
    expect(calm).toMatchObject({ name: 'calm.blob', still_url: null, author_id: admin.id })
  })

  test.each([
    ['party blob', 'party_blob'],
    [' blob ', 'blob'],
    ['q', 'q'],
    ['7-up.v2', '7-up.v2'],
    ['x'.repeat(100), 'x'.repeat(100)],
  ])('takes the name %j as %j', async (name, taken) => {
    expect(await add(ada, name)).toBeNull()

    expect(await readActiveNames()).toEqual([taken])
  })

  test.each(['', ' ', 'Blob', 'blöb', 'blob!', 'blob/x', 'blob_', 'blob.', 'blob-', 'a\0b', 'x'.repeat(101)])(
    'refuses the name %j',
    async (name) => {
      expect(await add(ada, name)).toMatchObject(refusal)

      expect(await readEmoji()).toEqual([])
    },
  )

  test('refuses a name that is in use, and takes it again once it is not', async () => {
    await add(ada, 'party_blob')

    expect(await add(admin, 'party blob')).toMatchObject(refusal)
    await withdraw(ada, 'party_blob')
    expect(await add(ada, 'party_blob')).toBeNull()
    expect(await readActiveNames()).toEqual(['party_blob'])
  })

  test.each(['smile', 'zulip'])('takes the built-in name %s from administrators only', async (name) => {
    expect(await add(ada, name)).toMatchObject(refusal)
    expect(await readActiveNames()).toEqual([])

    expect(await add(admin, name)).toBeNull()
    expect(await readActiveNames()).toEqual([name])
  })

  test('makes an emoji that messages and reactions know at once', async () => {
    const id = await ada.write([admin], 'Hello')
    expect((await ada.post('/messages/render', { content: ':blob:' }))['rendered']).toBe('<p>:blob:</p>')
    expect(await ada.ask('POST', `/messages/${id}/reactions`, { emoji_name: 'blob' })).toMatchObject(refusal)

    await add(ada, 'blob')

    expect((await ada.post('/messages/render', { content: ':blob:' }))['rendered']).toContain('/image.png')
    await ada.post(`/messages/${id}/reactions`, { emoji_name: 'blob' })
  })

  test('stops at five thousand, deactivated ones included', async () => {
    await takeOfLimit(realm.owner, 'customEmoji', 4998)
    expect(await add(admin, 'tern')).toBeNull()
    expect(await withdraw(admin, 'tern')).toMatchObject({ status: 200 })
    expect(await add(admin, 'gull')).toBeNull()

    expect(await add(admin, 'blob')).toMatchObject(refusal)
  })
})

describe('taking out of use', () => {
  test('deactivates the emoji, which stays where it was used', async () => {
    await add(ada, 'blob')
    const id = await ada.write([admin], 'Hello :blob:')
    await ada.post(`/messages/${id}/reactions`, { emoji_name: 'blob' })

    expect(await withdraw(ada, 'blob')).toMatchObject({ status: 200, msg: '' })

    expect(await readEmoji()).toMatchObject([{ name: 'blob', deactivated: true }])
    const { message } = await ada.get(`/messages/${id}`)
    expect(message).toMatchObject({
      content: expect.stringContaining('/image.png'),
      reactions: [{ emoji_name: 'blob' }],
    })
    expect((await ada.post('/messages/render', { content: ':blob:' }))['rendered']).toBe('<p>:blob:</p>')
  })

  test('is for administrators, no matter who added it', async () => {
    await add(ada, 'blob')

    expect(await withdraw(admin, 'blob')).toMatchObject({ status: 200 })
    expect(await readActiveNames()).toEqual([])
  })

  test('is not for others than its author', async () => {
    const moderator = await realm.user('moderator', { role: 300 })
    const guest = await realm.user('guest', { role: 600 })
    await add(ada, 'blob')

    for (const person of [moderator, guest]) expect(await withdraw(person, 'blob')).toMatchObject(refusal)
    expect(await readActiveNames()).toEqual(['blob'])
  })

  test('is not for an author whom the policy admits no more', async () => {
    await add(ada, 'blob')
    await realm.set({ add_custom_emoji_policy: 4 })

    expect(await withdraw(ada, 'blob')).toMatchObject(refusal)
    expect(await readActiveNames()).toEqual(['blob'])
  })

  test.each(['unknown', 'smile', 'Blob', 'gone'])('refuses the name %s', async (name) => {
    await add(admin, 'gone')
    await withdraw(admin, 'gone')
    await add(admin, 'blob')

    expect(await withdraw(admin, name)).toMatchObject(refusal)
    expect(await readActiveNames()).toEqual(['blob'])
  })
})

describe('who may add', () => {
  test.each([
    ['by default', {}, { ada: true, moderator: true, admin: true }],
    ['members', { add_custom_emoji_policy: 1 }, { ada: true, moderator: true, admin: true }],
    ['administrators', { add_custom_emoji_policy: 2 }, { ada: false, moderator: false, admin: true }],
    [
      'full members',
      { add_custom_emoji_policy: 3, waiting_period_threshold: 10 },
      { ada: false, moderator: true, admin: true },
    ],
    ['moderators', { add_custom_emoji_policy: 4 }, { ada: false, moderator: true, admin: true }],
  ])('%s; never guests and bots', async (_, settings, may) => {
    await realm.set(settings)
    const people = {
      ada,
      admin,
      moderator: await realm.user('moderator', { role: 300 }),
      guest: await realm.user('guest', { role: 600 }),
      bot: await realm.bot('helper', admin, { role: 200 }),
    }

    for (const [name, person] of Object.entries(people))
      if (name in may && may[name as keyof typeof may]) expect(await add(person, name)).toBeNull()
      else expect(await add(person, name)).toMatchObject(refusal)
    expect(new Set(await readActiveNames())).toEqual(
      new Set(
        Object.entries(may)
          .filter(([, holds]) => holds)
          .map(([name]) => name),
      ),
    )
  })

  test('is told to those who may not before anything of their file', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const noImage = new File(['blob'], 'blob.png')

    expect(await guest.upload('POST', '/realm/emoji/blob', [noImage])).toMatchObject(refusal)
    expect(await ada.upload('POST', '/realm/emoji/blob', [noImage])).toMatchObject({ status: 400, code: 'BAD_IMAGE' })
  })
})

describe('clients', () => {
  test('of everybody, guests and bots too, get all emoji whenever they change', async () => {
    const people = [admin, ada, await realm.user('guest', { role: 600 }), await realm.bot('helper', ada)]
    await add(ada, 'first')
    const listeners = await Promise.all(people.map((person) => person.listen()))
    const [first] = await readEmoji()
    expect(listeners[0]!.state['realm_emoji']).toEqual({ [first!.id]: first })

    await add(ada, 'second')
    const [, second] = await readEmoji()
    await withdraw(ada, 'first')

    const event = { type: 'realm_emoji', op: 'update' }
    for (const listener of listeners)
      expect(await listener.events()).toEqual([
        { ...event, realm_emoji: { [first!.id]: first, [second!.id]: second } },
        { ...event, realm_emoji: { [first!.id]: { ...first, deactivated: true }, [second!.id]: second } },
      ])
  })

  test('are also sent after the object restarted', async () => {
    const listener = await ada.listen()
    await add(ada, 'blob')

    await realm.evict()

    const { emoji } = await ada.get('/realm/emoji')
    expect(await listener.events()).toEqual([{ type: 'realm_emoji', op: 'update', realm_emoji: emoji }])
  })

  test('of other realms get no event, and nobody gets one for a refusal', async () => {
    const abroad = await (await newRealm()).owner.listen()
    const here = await ada.listen()

    await add(ada, 'smile')
    await withdraw(ada, 'unknown')
    expect(await here.events()).toEqual([])
    await add(ada, 'blob')

    expect(await abroad.events()).toEqual([])
  })
})
