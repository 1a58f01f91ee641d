import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { newRealm, password, Person, reach, request, type Answer, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
let robin: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  robin = await realm.bot('robin', ada)
})

interface Attachment {
  id: number
  name: string
  path_id: string
  size: number
  messages: { id: number }[]
  uploaded_by?: number
}

const mebibyte = 1024 * 1024
const outOfSpace = (words: string) => ({
  status: 400,
  code: 'REALM_UPLOAD_QUOTA',
  msg: expect.stringContaining(words) as string,
})

const upload = (by: Person, name = 'tides.txt', size = 8): Promise<Answer> =>
  by.upload('POST', '/user_uploads', [new File(['x'.repeat(size)], name)])

async function uploadFile(by: Person, name?: string, size?: number): Promise<string> {
  const { uri, msg } = await upload(by, name, size)
  expect(msg).toBe('')
  return uri as string
}

const files = async (by: Person, params: { include_bots?: boolean } = {}): Promise<Attachment[]> =>
  (await by.get('/attachments', params))['attachments'] as Attachment[]

const linkOf = async (inviter: Person) => (await inviter.post('/invites/multiuse'))['invite_link'] as string

const canOpen = async (by: Person, path_id: string): Promise<boolean> =>
  (await reach(realm.host, `/user_uploads/${path_id}`, { headers: { Authorization: by.authorization } })).status === 200

/** Bytes and number of files that count for each person, by their ids. */
async function readCharges(): Promise<Record<number, [bytes: number, files: number]>> {
  const { results } = await env.DB.prepare(
    'select user_id, bytes, files from upload_space join user on user.id = user_id where realm_id = ? and files > 0',
  )
    .bind(realm.id)
    .all<{ user_id: number; bytes: number; files: number }>()
  return Object.fromEntries(results.map(({ user_id, ...space }) => [user_id, [space.bytes, space.files]]))
}

/** Leaves so many bytes of the share of a person, whose quarter of the quota is 250 MiB. */
const leave = (person: Person, bytes: number) =>
  env.DB.prepare(`
    insert into upload_space (user_id, bytes, files) values (?1, ?2, 1)
    on conflict (user_id) do update set bytes = excluded.bytes
  `)
    .bind(person.id, 250 * mebibyte - bytes)
    .run()

/** Gives a bot to an owner of the organization, who takes it over. */
const takeOver = (bot: Person) => realm.owner.patch(`/bots/${bot.id}`, { bot_owner_id: realm.owner.id })

describe('a file that a bot uploaded', () => {
  test('counts for the owner of that time, also when somebody else owns the bot now', async () => {
    await uploadFile(robin, 'before.txt', 100)
    await takeOver(robin)
    expect(await readCharges()).toEqual({ [ada.id]: [100, 1] })
    await robin.takeKeyFrom(realm.owner)

    await uploadFile(robin, 'after.txt', 30)

    expect(await readCharges()).toEqual({ [ada.id]: [100, 1], [realm.owner.id]: [30, 1] })
    expect((await files(robin)).map(({ name }) => name)).toEqual(['before.txt', 'after.txt'])
  })

  test('uses up the share of no later owner, and gives its first owner no new one', async () => {
    await leave(ada, 5)
    await takeOver(robin)
    await robin.takeKeyFrom(realm.owner)
    const next = await realm.bot('wren', ada)

    for (const by of [ada, next]) expect(await upload(by)).toMatchObject(outOfSpace('your share'))
    for (const by of [robin, realm.owner]) expect(await upload(by)).toMatchObject({ status: 200 })
  })

  test('is listed for the person for whom it counts, and for no later owner', async () => {
    await uploadFile(ada, 'own.txt')
    await uploadFile(robin, 'of-bot.txt')
    expect((await files(ada)).map(({ name }) => name)).toEqual(['own.txt'])
    for (const isPassedOn of [false, true]) {
      if (isPassedOn) await takeOver(robin)
      expect(await files(ada, { include_bots: true })).toMatchObject([
        { name: 'own.txt' },
        { name: 'of-bot.txt', uploaded_by: robin.id },
      ])
      for (const other of [bo, realm.owner]) expect(await files(other, { include_bots: true })).toEqual([])
    }
    expect((await files(ada, { include_bots: true }))[0]).not.toHaveProperty('uploaded_by')
  })

  test('is opened by the person for whom it counts only where they may see a message with it', async () => {
    const { name } = await realm.stream('harbour', ada)
    const hidden = await uploadFile(robin, 'hidden.txt')
    const shown = await uploadFile(robin, 'shown.txt')
    await robin.write([bo], `[it](${hidden})`)
    await robin.write([bo], `[it](${shown})`)
    const seen = await robin.send(name, 'tides', `[it](${shown})`)
    await takeOver(robin)

    const [ofHidden, ofShown] = await files(ada, { include_bots: true })

    expect([ofHidden!.messages, ofShown!.messages]).toMatchObject([[], [{ id: seen }]])
    expect([await canOpen(ada, ofHidden!.path_id), await canOpen(ada, ofShown!.path_id)]).toEqual([false, true])
    // Naming it in a message does not open it either.
    await ada.write([ada], `[it](${hidden})`)
    expect(await canOpen(ada, ofHidden!.path_id)).toBe(false)
  })

  test('may be deleted by the person for whom it counts and by the bot, which frees that person’s space', async () => {
    for (const name of ['one.txt', 'two.txt', 'three.txt']) await uploadFile(robin, name)
    await takeOver(robin)
    await robin.takeKeyFrom(realm.owner)
    const [one, two, three] = await files(robin)
    const listeners = await Promise.all(
      [ada, robin, bo].map((person) => person.listen({ event_types: ['attachment'] })),
    )

    for (const other of [bo, await realm.user('mo', { role: 300 })])
      expect(await other.ask('DELETE', `/attachments/${one!.id}`)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    await ada.delete(`/attachments/${one!.id}`)
    await robin.delete(`/attachments/${two!.id}`)

    expect(await readCharges()).toEqual({ [ada.id]: [8, 1] })
    expect(await files(ada, { include_bots: true })).toMatchObject([{ id: three!.id }])
    expect(await canOpen(robin, one!.path_id)).toBe(false)
    const gone = [one, two].map((file) => ({ type: 'attachment', op: 'remove', attachment: { id: file!.id } }))
    for (const [index, listener] of listeners.entries()) {
      const events = await listener.events()
      expect(events).toMatchObject(index < 2 ? gone : [])
      expect(events).toHaveLength(index < 2 ? 2 : 0)
    }
  })

  test('frees the space of the person for whom it counts when its message is deleted', async () => {
    await uploadFile(robin, 'kept.txt', 5)
    const { name } = await realm.stream('harbour', realm.owner)
    const message = await robin.send(name, 'tides', `[it](${await uploadFile(robin, 'gone.txt', 100)})`)
    await takeOver(robin)
    const listener = await ada.listen({ event_types: ['attachment'] })

    await realm.owner.delete(`/messages/${message}`)

    expect(await readCharges()).toEqual({ [ada.id]: [5, 1] })
    expect(await listener.events()).toMatchObject([{ type: 'attachment', op: 'remove' }])
  })
})

/** Somebody who joined by the link for many of this person, or by an invitation of theirs. */
async function joinWithInvitation(name: string, inviter: Person, isInvitedByName = false): Promise<Person> {
  const email = `${name}@example.com`
  const invited = isInvitedByName ? await createInvitationKey(inviter, email) : await linkOf(inviter)
  const { user_id, api_key, msg } = await request(realm.host, 'POST', '/join', {
    params: { full_name: name, email, password, invitation_key: invited.split('/').at(-1) },
  })
  expect(msg).toBe('')
  return new Person(realm, user_id as number, email, name, api_key as string)
}

async function createInvitationKey(inviter: Person, email: string): Promise<string> {
  const { id: stream_id } = await realm.stream('arrivals', inviter)
  await inviter.post('/invites', { invitee_emails: email, stream_ids: [stream_id] })
  const invites = (await realm.owner.get('/invites'))['invites'] as { id: number; email?: string }[]
  const { id } = invites.find((invite) => invite.email === email)!
  return (await realm.owner.post(`/invites/${id}/resend`))['link_url'] as string
}

describe('newcomers', () => {
  test('together use at most a quarter of the quota, with their bots, however many they are', async () => {
    const [nora, ned, nils] = [
      await joinWithInvitation('nora', realm.owner),
      await joinWithInvitation('ned', realm.owner),
      await joinWithInvitation('nils', realm.owner),
    ]
    const wren = await realm.bot('wren', nils)
    await leave(nora, 125 * mebibyte)
    await leave(ned, 125 * mebibyte + 10)

    const refused = outOfSpace('all newcomers together')
    for (const by of [nils, wren]) expect(await upload(by, 'a.txt', 11)).toMatchObject(refused)
    // One newcomer may use a hundredth.
    for (const by of [nora, ned]) expect(await upload(by, 'a.txt', 1)).toMatchObject(outOfSpace('your share'))
    expect(await upload(wren, 'a.txt', 10)).toMatchObject({ status: 200 })
    expect(await upload(nils, 'a.txt', 1)).toMatchObject(refused)
    for (const by of [ada, robin]) expect(await upload(by, 'a.txt', 11)).toMatchObject({ status: 200 })
  })

  test('use the share of the person who invited them, and no other', async () => {
    const nora = await joinWithInvitation('nora', ada, true)
    const wren = await realm.bot('wren', nora)
    await leave(ada, 10)

    for (const by of [nora, wren]) expect(await upload(by, 'a.txt', 11)).toMatchObject(outOfSpace('your share'))
    expect(await upload(wren, 'a.txt', 10)).toMatchObject({ status: 200 })
    expect(await readCharges()).toMatchObject({ [nora.id]: [10, 1] })
    for (const by of [ada, robin]) expect(await upload(by, 'a.txt', 1)).toMatchObject(outOfSpace('your share'))
    expect(await upload(bo)).toMatchObject({ status: 200 })
  })
})
