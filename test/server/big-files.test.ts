/** What administrators see of the biggest files of their organization, and what they can delete. */
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { costOf, newRealm, type Params, type Person, type TestRealm } from '../kit'
import { raiseCounters } from '../kit/event-rows'

let realm: TestRealm
let ada: Person
let bo: Person
let admin: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  admin = await realm.user('admin', { role: 200 })
})

interface BigFile {
  id: number
  name: string | null
  path_id: string | null
  kind: string
  size: number
  uploaded_by: number
  is_in_message: boolean
  messages: { id: number; date_sent: number }[]
}

const megabyte = 1_000_000

const rowsUpTo = (limit: number) => expect.toSatisfy((rows: number) => rows > 25 && rows <= limit, `26 to ${limit}`)

async function uploadFile(by: Person, name: string, size = megabyte, type = ''): Promise<string> {
  const file = new File([new Uint8Array(size)], name, { type })
  return (await by.upload('POST', '/user_uploads', [file]))['uri'] as string
}

async function pageOf(person: Person, params: Params = {}): Promise<{ files: BigFile[]; has_more: boolean }> {
  const { files, has_more } = await person.get('/realm/attachments', params)
  return { files: files as BigFile[], has_more: has_more as boolean }
}

const readFirstFile = async (person: Person): Promise<BigFile> => (await pageOf(person)).files[0]!

/** Gives Ada files of these sizes, without objects in the bucket. */
async function filesOf(sizes: readonly number[]): Promise<void> {
  const first = (realm.id - 1) * 2 ** 32
  await env.DB.prepare(`
    insert into attachment (id, user_id, path_id, name, content_type, size, link_key, created_at)
    select ?1 + key + 1, ?2, ?3 || '/' || key || '/chart', 'chart ' || key, 'text/plain', value, 'key', 1700000000
    from json_each(?4)
  `)
    .bind(first, ada.id, realm.id, JSON.stringify(sizes))
    .run()
  await raiseCounters(realm, { attachment: sizes.length })
}

describe('the list', () => {
  test('has files of a megabyte or more, the biggest first, and of equally large ones the newer first', async () => {
    await filesOf([megabyte, megabyte - 1, 3 * megabyte, megabyte, 23])
    const { files, has_more } = await pageOf(admin)
    expect(files.map(({ size, id }) => [size, id % 2 ** 32])).toEqual([
      [3 * megabyte, 3],
      [megabyte, 4],
      [megabyte, 1],
    ])
    expect(has_more).toBe(false)
  })

  test('comes in pages that miss none and repeat none, also where files are equally large', async () => {
    await filesOf(Array.from({ length: 60 }, (_, index) => megabyte + Math.floor(index / 20)))
    const pages: BigFile[][] = []
    let params: Params = {}
    for (;;) {
      const { files, has_more } = await pageOf(admin, params)
      pages.push(files)
      if (!has_more) break
      params = { after_size: files.at(-1)!.size, after_id: files.at(-1)!.id }
    }
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 10])
    const ids = pages.flat().map(({ id }) => id)
    expect(ids.toSorted((a, b) => b - a)).toEqual(ids)
    expect(new Set(ids).size).toBe(60)
  })

  test('refuses half of the place where a page begins', async () => {
    for (const params of [{ after_size: 5 }, { after_id: 5 }])
      expect(await admin.ask('GET', '/realm/attachments', params)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('has no file of another organization', async () => {
    await filesOf([megabyte])
    const other = await newRealm()
    expect((await pageOf(other.owner)).files).toEqual([])
  })

  test('reads a row or two for a file, however many files there are', async () => {
    await filesOf([...Array<number>(3000).fill(700_000), ...Array<number>(300).fill(2 * megabyte)])
    await pageOf(admin)
    const answer = await admin.get('/realm/attachments')
    expect(costOf(answer)).toMatchObject({ trips: 1, rows_read: rowsUpTo(30) })
    const { id, size } = (answer['files'] as BigFile[]).at(-1)!
    const next = await admin.get('/realm/attachments', { after_size: size, after_id: id })
    expect(costOf(next)).toMatchObject({ trips: 1, rows_read: rowsUpTo(55) })
  })

  test('reads 43 rows at most for a file that many messages hold which the administrator does not see', async () => {
    await filesOf(Array<number>(25).fill(megabyte))
    const id = await ada.write([bo], 'A word')
    const { results } = await env.DB.prepare('select recipient_id, sender_id from message where id = ?').bind(id).all()
    const { recipient_id } = results[0] as { recipient_id: number }
    await env.DB.prepare(`
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 200)
      insert into message (id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, client, sent_at)
      select ?1 + n, ?1 + n, ?2, ?3, 1, '', '', 'x', '=', '', 1700000000 from number
    `)
      .bind(id, ada.id, recipient_id)
      .run()
    await env.DB.prepare(`
      insert into attachment_message (attachment_id, message_id)
      select attachment.id, message.id from attachment, message
      where attachment.user_id = ?1 and message.recipient_id = ?2 and message.id > ?3
    `)
      .bind(ada.id, recipient_id, id)
      .run()
    await raiseCounters(realm, { message: 200, event: 200 })
    await pageOf(admin)
    const answer = await admin.get('/realm/attachments')
    expect(answer['files']).toHaveLength(25)
    expect((answer['files'] as BigFile[]).every(({ name }) => name === null)).toBe(true)
    expect(costOf(answer)).toMatchObject({ trips: 1, rows_read: rowsUpTo(25 * 43) })
  })
})

describe('the name of a file', () => {
  const isHidden = { name: null, path_id: null, messages: [] }

  test('is there for who uploaded it', async () => {
    await uploadFile(admin, 'charts.zip')
    expect(await readFirstFile(admin)).toMatchObject({
      name: 'charts.zip',
      uploaded_by: admin.id,
      is_in_message: false,
    })
    expect(await readFirstFile(realm.owner)).toMatchObject({ ...isHidden, kind: 'other', is_in_message: false })
  })

  test('is not there where it was sent to others, unlike its kind, its size and who uploaded it', async () => {
    await ada.write([bo], `[plan](${await uploadFile(ada, 'layoffs.mp4', megabyte, 'video/mp4')})`)
    const facts = { kind: 'video', size: megabyte, uploaded_by: ada.id, is_in_message: true }
    expect(await readFirstFile(admin)).toMatchObject({ ...isHidden, ...facts })
    expect(JSON.stringify(await admin.get('/realm/attachments'))).not.toContain('layoffs')
  })

  test('is there with the message where it was sent to the administrator, too', async () => {
    const id = await ada.write([admin], `[plan](${await uploadFile(ada, 'plan.png', megabyte, 'image/png')})`)
    expect(await readFirstFile(admin)).toMatchObject({ name: 'plan.png', kind: 'image', messages: [{ id }] })
    expect(await readFirstFile(realm.owner)).toMatchObject(isHidden)
  })

  test('is there for subscribers of a private stream, and for all of a public one', async () => {
    const vault = await realm.stream('vault', admin, ada)
    await admin.patch(`/streams/${vault.id}`, { is_private: true, history_public_to_subscribers: false })
    const uri = await uploadFile(ada, 'vault.bin')
    const id = await ada.send('vault', 'keys', `[key](${uri})`)
    expect(await readFirstFile(admin)).toMatchObject({ name: 'vault.bin', messages: [{ id }] })
    expect(await readFirstFile(realm.owner)).toMatchObject(isHidden)
    await realm.stream('harbour', ada)
    const messageId = await ada.send('harbour', 'keys', `[key](${uri})`)
    expect(await readFirstFile(realm.owner)).toMatchObject({ name: 'vault.bin', messages: [{ id: messageId }] })
  })

  test('depends on the newest 20 messages with it, and at most 3 are answered', async () => {
    await realm.stream('harbour', ada, admin)
    const uri = await uploadFile(ada, 'chart.bin')
    const ids: number[] = []
    for (let count = 0; count < 4; count += 1) ids.push(await ada.send('harbour', 'charts', `[${count}](${uri})`))
    const { messages } = await readFirstFile(admin)
    expect(messages).toHaveLength(3)
    for (const { id } of messages) expect(ids).toContain(id)
    for (let count = 0; count < 20; count += 1) await ada.write([bo], `[${count}](${uri})`)
    expect(await readFirstFile(admin)).toMatchObject({ ...isHidden, is_in_message: true })
  })
})

/** How many objects of files the bucket has. */
const objects = async (): Promise<number> =>
  (await env.UPLOADS!.list({ prefix: `user_uploads/${realm.id}/` })).objects.length

/** Direct messages of a person, the oldest first. */
const directMessages = async (person: Person) =>
  (await person.messages()).filter((message) => message['type'] === 'private')

describe('deleting a file of somebody else', () => {
  test('frees its space, and tells whose it was and their clients', async () => {
    await ada.write([bo], `[plan](${await uploadFile(ada, 'plan `a`.bin', 2 * megabyte)})`)
    const { id } = await readFirstFile(admin)
    const listener = await ada.listen()
    await admin.delete(`/attachments/${id}`)
    expect(await objects()).toBe(0)
    expect(await ada.get('/attachments')).toMatchObject({ attachments: [], upload_space_used: 0 })
    expect((await listener.next('attachment')).at(-1)).toMatchObject({ op: 'remove', attachment: { id } })
    const notice = (await directMessages(ada)).at(-1)
    expect(notice).toMatchObject({ sender_full_name: 'Notification Bot' })
    expect(notice!['content']).toContain('deleted your file <code> plan `a`.bin </code> (2.0 MB)')
    expect(notice!['content']).toContain(`data-user-id="${admin.id}"`)
    expect((await pageOf(admin)).files).toEqual([])
  })

  test('tells the person whose space the file of a bot takes', async () => {
    const robin = await realm.bot('robin', ada)
    await uploadFile(robin, 'log.bin')
    await admin.delete(`/attachments/${(await readFirstFile(admin)).id}`)
    const [notice] = await directMessages(ada)
    expect(notice!['content']).toContain('log.bin')
  })

  test('is for administrators only, in their own organization, and once', async () => {
    await uploadFile(ada, 'plan.bin')
    const { id } = await readFirstFile(admin)
    const other = await newRealm()
    const gone = { status: 400, code: 'BAD_REQUEST', reason: 'not_found' }
    expect(await bo.ask('DELETE', `/attachments/${id}`)).toMatchObject(gone)
    expect(await other.owner.ask('DELETE', `/attachments/${id}`)).toMatchObject(gone)
    expect(await objects()).toBe(1)
    await admin.delete(`/attachments/${id}`)
    expect(await admin.ask('DELETE', `/attachments/${id}`)).toMatchObject(gone)
    expect(await objects()).toBe(0)
  })

  test('tells nobody of what somebody deletes of their own', async () => {
    await uploadFile(admin, 'plan.bin')
    await admin.delete(`/attachments/${(await readFirstFile(admin)).id}`)
    expect(await directMessages(admin)).toEqual([])
  })
})
