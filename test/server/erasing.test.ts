/** What is gone when an owner erases an account, what stays, and who is told. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { newRealm, password, request, type Person } from '../kit'
import { eraseAccount } from '../kit/erasures'
import { pictureFile } from '../kit/pictures'

const numberOf = ({ id }: Pick<Person, 'id'>): number => id % 2 ** 32

const addressOf = (person: Pick<Person, 'id'>): string => `deleted-user-${numberOf(person)}@rivulet.invalid`

const nameOf = (person: Pick<Person, 'id'>): string => `Deleted user ${numberOf(person)}`

async function harbour(name = 'zed') {
  const realm = await newRealm()
  const zed = await realm.user(name)
  const ada = await realm.user('ada')
  const stream = await realm.stream('harbour', realm.owner, zed, ada)
  return { realm, owner: realm.owner, zed, ada, stream }
}

const uploadFile = async (person: Person, name: string): Promise<string> =>
  (await person.upload('POST', '/user_uploads', [new File([`the text of ${name}`], name)]))['uri'] as string

const filesOf = async (person: Person) =>
  (
    await env.DB.prepare('select name from attachment where user_id = ? order by id')
      .bind(person.id)
      .all<{ name: string }>()
  ).results.map(({ name }) => name)

/** The tables that hold one of these texts, in any case. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const { results: tables } = await env.DB.prepare(
    "select name from sqlite_schema where type = 'table' and name not like 'message_search%' and name not glob '_cf*'",
  ).all<{ name: string }>()
  const found: string[] = []
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`select * from "${name}"`).all()
    const rows = JSON.stringify(results).toLowerCase()
    if (texts.some((text) => rows.includes(text))) found.push(name)
  }
  return found
}

/** Tables with rows that name the account as theirs. */
async function tablesOf({ id }: Person): Promise<string[]> {
  const { results: tables } = await env.DB.prepare(
    "select name from sqlite_schema where type = 'table' and instr(sql, char(10) || '  user_id integer')",
  ).all<{ name: string }>()
  const found: string[] = []
  for (const { name } of tables)
    if ((await env.DB.prepare(`select 1 from "${name}" where user_id = ?`).bind(id).first()) !== null) found.push(name)
  return found.toSorted()
}

describe('an account that is erased', () => {
  test('has a name and an address that belong to nobody, and none of its profile', async () => {
    const { owner, zed, realm } = await harbour()
    const field = await owner.post('/realm/profile_fields', { name: 'Vessel', field_type: 1 })
    await zed.patch('/users/me/profile_data', { data: [{ id: field['id'], value: 'Gull' }] })
    await zed.patch('/settings', { timezone: 'Asia/Tokyo' })
    await zed.upload('POST', '/users/me/avatar', [pictureFile('png')])

    await eraseAccount(owner, zed, 'keep')

    const { user } = await owner.get(`/users/${zed.id}`, { include_custom_profile_fields: true })
    expect(user).toMatchObject({
      full_name: nameOf(zed),
      email: addressOf(zed),
      timezone: '',
      is_active: false,
      profile_data: {},
      avatar_url: null,
      avatar_version: 3,
    })
    await expect
      .poll(async () => (await env.UPLOADS!.list({ prefix: `user_avatars/${realm.id}/` })).objects)
      .toEqual([])
  })

  test('cannot log in, be invited, be joined as, be changed, or come back', async () => {
    const { realm, owner, zed } = await harbour()
    await eraseAccount(owner, zed, 'keep')

    expect(await zed.ask('GET', '/users/me')).toMatchObject({ status: 401 })
    for (const username of [zed.email, addressOf(zed)])
      expect((await request(realm.host, 'POST', '/fetch_api_key', { params: { username, password } })).status).not.toBe(
        200,
      )
    expect(await owner.ask('POST', '/users', { email: addressOf(zed), full_name: 'Zed', password })).toMatchObject({
      status: 400,
      msg: 'Enter a valid email address.',
    })
    expect((await owner.ask('POST', '/invites', { invitee_emails: addressOf(zed), stream_ids: [] })).status).toBe(400)
    const deleted = { status: 400, msg: 'The data of this account was deleted.' }
    expect(await owner.ask('POST', `/users/${zed.id}/reactivate`)).toMatchObject(deleted)
    expect(await owner.ask('PATCH', `/users/${zed.id}`, { full_name: 'Zed' })).toMatchObject(deleted)
    await owner.patch('/realm', { email_address_visibility: 3 })
    expect((await owner.get(`/users/${zed.id}`))['user']).toMatchObject({ email: addressOf(zed) })
  })

  test('frees its address for somebody new', async () => {
    const { owner, zed } = await harbour()
    await eraseAccount(owner, zed, 'keep')
    expect(await owner.ask('POST', '/users', { email: zed.email, full_name: 'Zoe', password })).toMatchObject({
      status: 200,
    })
  })

  test('leaves no personal data in any table, whatever it did', async () => {
    const { realm, owner, zed, ada, stream } = await harbour('zebrina')
    await zed.patch('/settings', { full_name: 'Zebrina Quist', timezone: 'Asia/Tokyo', enter_sends: true })
    await zed.post('/users/me/status', { status_text: 'zebrastatus' })
    await zed.post('/users/me/presence', { status: 'active' })
    await zed.post('/users/me/alert_words', { alert_words: ['zebraword'] })
    await zed.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'zebradraft' }] })
    await zed.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: stream.id, property: 'color', value: '#123456' }],
    })
    await zed.patch('/users/me/subscriptions/muted_topics', { stream_id: stream.id, topic: 'zebratopic', op: 'add' })
    await zed.post(`/users/me/muted_users/${ada.id}`)
    await zed.post('/users/me/apns_device_token', { token: 'ab'.repeat(32), appid: 'org.example' })
    await owner.post('/user_groups/create', { name: 'pilots', description: 'Who bring ships in', members: [zed.id] })
    const seen = await ada.send('harbour', 'tides', 'The tide is high.')
    await zed.post('/messages/flags', { messages: [seen], op: 'add', flag: 'starred' })
    await zed.post('/messages/flags', { messages: [seen], op: 'add', flag: 'read' })
    await zed.send('harbour', 'tides', 'zebramessage')
    await zed.write([ada], 'zebrasecret')
    await zed.write([zed], 'zebranote')
    const bot = await realm.bot('helper', zed)
    await bot.ask('PUT', '/bot_storage', { storage: { zebrakey: 'zebravalue' } })
    await uploadFile(zed, 'zebrafile.txt')
    await zed.patch('/settings', { email: 'zebrina@new.example.com' })

    await eraseAccount(owner, zed, 'delete')

    expect(await tablesWith('zebr', 'asia/tokyo')).toEqual([])
    // Who was in a conversation, whose space was used, and the limits that were used.
    expect(await tablesOf(zed)).toEqual(expect.arrayContaining(['conversation_member']))
    expect(
      (await tablesOf(zed)).filter((name) => !['conversation_member', 'limit_use', 'upload_space'].includes(name)),
    ).toEqual([])
    const inRows = await env.DB.prepare(
      'select marks || seen as ids from read_recent join presence using (realm_id) where realm_id = ?',
    )
      .bind(realm.id)
      .first<string>('ids')
    expect(inRows).not.toContain(`"${zed.id}"`)
    const words = await env.DB.prepare('select count(*) as amount from message_search where message_search match ?')
      .bind('zebramessage OR zebrasecret OR zebranote')
      .first('amount')
    expect(words).toBe(0)
  })

  test('takes its active bots along, which keep what they wrote', async () => {
    const { realm, owner, zed, ada } = await harbour()
    const bot = await realm.bot('helper', zed)
    const id = await bot.write([ada], 'From the bot')
    await eraseAccount(owner, zed, 'delete')
    expect((await owner.get(`/users/${bot.id}`))['user']).toMatchObject({ is_active: false, full_name: 'Helper-bot' })
    expect((await ada.messages()).map((message) => message['id'])).toContain(id)
    expect(await owner.ask('POST', `/users/${bot.id}/reactivate`)).toMatchObject({ status: 400 })
  })

  test('may be a bot, and one that was deactivated before', async () => {
    const { owner, zed, ada } = await harbour()
    const { user_id } = await ada.post('/bots', {
      full_name: 'Zephyr bot',
      short_name: 'zephyr',
      bot_type: 3,
      payload_url: JSON.stringify('https://zephyr.example.com'),
    })
    const bot = { id: user_id as number }
    await owner.delete(`/users/${zed.id}`)
    await eraseAccount(owner, zed, 'keep')
    await eraseAccount(owner, bot, 'keep')
    expect((await owner.get(`/users/${zed.id}`))['user']).toMatchObject({ full_name: nameOf(zed) })
    expect((await owner.get(`/users/${bot.id}`))['user']).toMatchObject({ full_name: nameOf(bot) })
    expect(await tablesWith('zephyr')).toEqual([])
    expect(await owner.ask('PATCH', `/bots/${bot.id}`, { full_name: 'Tide bot' })).toMatchObject({ status: 400 })
  })
})

describe('messages', () => {
  test('stay under the new name with their files, if they shall be kept, but for those that nobody else can read', async () => {
    const { owner, zed, ada } = await harbour()
    const uri = await uploadFile(zed, 'held.txt')
    await uploadFile(zed, 'loose.txt')
    const stays = [await zed.send('harbour', 'tides', `A [file](${uri})`), await zed.write([ada], 'To Ada')]
    const note = await zed.write([zed], 'To myself')

    await eraseAccount(owner, zed, 'keep')

    const found = await ada.messages()
    expect(found.map((message) => message['id'])).toEqual(stays)
    expect(found[0]).toMatchObject({ sender_full_name: nameOf(zed), sender_email: addressOf(zed), sender_id: zed.id })
    expect(await filesOf(zed)).toEqual(['held.txt'])
    expect(await env.DB.prepare('select 1 from message where id = ?').bind(note).first()).toBeNull()
  })

  test('go from streams and conversations, with events and with files that nothing else holds', async () => {
    const { realm, owner, zed, ada } = await harbour()
    const [own, shared] = [await uploadFile(zed, 'own.txt'), await uploadFile(zed, 'shared.txt')]
    const other = await ada.send('harbour', 'tides', 'By Ada')
    const first = await zed.send('harbour', 'tides', `One [file](${own}), another [file](${shared})`)
    const second = await zed.write([ada], 'To Ada')
    const quoted = await ada.send('harbour', 'tides', `I have this [file](${shared}), too`)
    const listener = await ada.listen({
      event_types: ['delete_message'],
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    })

    await eraseAccount(owner, zed, 'delete')

    expect((await ada.messages()).map((message) => message['id'])).toEqual([other, quoted])
    expect(await listener.events()).toMatchObject([
      { message_type: 'stream', message_ids: [first], topic: 'tides' },
      { message_type: 'private', message_ids: [second] },
    ])
    expect(await filesOf(zed)).toEqual(['shared.txt'])
    await expect
      .poll(async () => (await env.UPLOADS!.list({ prefix: `user_uploads/${realm.id}/` })).objects.length)
      .toBe(1)
  })

  test('that stayed can be deleted later', async () => {
    const { owner, zed, ada } = await harbour()
    await zed.send('harbour', 'tides', 'Low tide')
    await eraseAccount(owner, zed, 'keep')
    expect(await ada.messages()).toHaveLength(1)
    await eraseAccount(owner, zed, 'delete')
    expect(await ada.messages()).toEqual([])
  })
})

describe('who may erase, and who gets events', () => {
  test('is only an owner, and not the last one of themself', async () => {
    const { realm, owner, zed, ada } = await harbour()
    await owner.patch(`/users/${ada.id}`, { role: 200 })
    expect(await ada.ask('POST', `/users/${zed.id}/erase`, { messages: 'keep' })).toMatchObject({
      status: 400,
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expect(await owner.ask('POST', `/users/${owner.id}/erase`, { messages: 'keep' })).toMatchObject({
      status: 400,
      msg: 'Cannot delete the data of the only organization owner',
    })
    const system = await env.DB.prepare('select id from user where realm_id = ? and is_system_bot')
      .bind(realm.id)
      .first<number>('id')
    for (const id of [system, 2 ** 40])
      expect(await owner.ask('POST', `/users/${id}/erase`, { messages: 'keep' })).toMatchObject({
        status: 400,
        msg: 'No such user',
      })
    expect((await owner.ask('POST', `/users/${zed.id}/erase`, { messages: 'some' })).status).toBe(400)
  })

  test('are the other owners, without the former name', async () => {
    const { owner, zed, ada } = await harbour()
    await owner.patch(`/users/${ada.id}`, { role: 100 })
    await eraseAccount(owner, zed, 'keep')
    const [notice] = (await ada.messages()).filter((message) => message['type'] === 'private')
    expect(notice).toMatchObject({ sender_full_name: 'Notification Bot' })
    expect(notice!['content']).toContain(`deleted the data of an account, which is now called “${nameOf(zed)}”`)
  })

  test('an owner may erase themself where there is another one', async () => {
    const { owner, zed, ada } = await harbour()
    await owner.patch(`/users/${ada.id}`, { role: 100 })
    await ada.ask('POST', `/users/${ada.id}/erase`, { messages: 'keep' })
    expect(await ada.ask('GET', '/users/me')).toMatchObject({ status: 401 })
    expect((await zed.get(`/users/${ada.id}`))['user']).toMatchObject({ full_name: nameOf(ada) })
  })
})
