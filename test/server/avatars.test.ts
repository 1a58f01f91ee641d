import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { app } from '../../src/app'
import { countedBindings } from '../kit/counted-bindings'
import { newRealm, reach, rootDomain, type Person, type TestRealm } from '../kit'
import { noPictures, pictureFile, pictures, pictureOfSize } from '../kit/pictures'

let realm: TestRealm
let ada: Person
let bo: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

const refusal = { status: 400, result: 'error', code: 'BAD_REQUEST' }

/** Gives somebody a picture and answers its address. */
async function setAvatar(person: Person, kind = 'png'): Promise<string> {
  const answer = await person.upload('POST', '/users/me/avatar', [pictureFile(kind)])
  expect(answer).toMatchObject({ status: 200, msg: '' })
  return answer['avatar_url'] as string
}

const pathOf = (url: string): string => url.replace(/\?.*$/, '')

const noPicture = new File(['low tide'], 'me.png', { type: 'image/png' })

/** Names of all pictures of the realm that are kept. */
const readStoredKeys = async (): Promise<string[]> =>
  (await env.UPLOADS!.list({ prefix: `user_avatars/${realm.id}/` })).objects.map(({ key }) => key)

const readAvatar = async (viewer: Person, person: Person, params = {}) =>
  (await viewer.get(`/users/${person.id}`, params))['user'] as Record<string, unknown>

const gravatarOf = (version: number) =>
  new RegExp(String.raw`^https://secure\.gravatar\.com/avatar/[0-9a-f]{32}\?d=identicon&version=${version}$`)

/** Where somebody is sent who asks for a picture; the status of a refusal. */
const fetchRedirect = async (path: string, person: Person | null = bo): Promise<string | null> => {
  const headers = person === null ? {} : { Authorization: person.authorization }
  const response = await reach(realm.host, path, { headers, redirect: 'manual' })
  return response.status === 302 ? response.headers.get('Location') : `${response.status}`
}

/** Adds a custom emoji; any answer. */
const addEmoji = (person: Person, name: string, files: File[]) =>
  person.upload('POST', `/realm/emoji/${encodeURIComponent(name)}`, files)

const readEmoji = async () =>
  Object.values((await ada.get('/realm/emoji'))['emoji'] as Record<string, Record<string, string>>)

describe('uploading a picture of oneself', () => {
  test.each(Object.entries(pictures))('takes a %s', async (kind, { type, bytes }) => {
    const url = await setAvatar(ada, kind)

    expect(url).toMatch(new RegExp(String.raw`^/user_avatars/${realm.id}/[A-Za-z0-9]{32}\.\w+\?version=2$`))
    const response = await reach(realm.host, url)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(Uint8Array.from(bytes))
  })

  test.each(Object.entries(noPictures))('refuses %s, whatever it says it is', async (_, bytes) => {
    const file = new File([Uint8Array.from(bytes)], 'me.png', { type: 'image/png' })

    expect(await ada.upload('POST', '/users/me/avatar', [file])).toMatchObject({ status: 400, code: 'BAD_IMAGE' })
    expect(await readStoredKeys()).toEqual([])
    expect(await readAvatar(bo, ada)).toMatchObject({ avatar_url: null, avatar_version: 1 })
  })

  test('refuses no file, two files, and one that is too large', async () => {
    const large = new File([pictureFile(), new Uint8Array(5 * 1024 * 1024)], 'me.png')

    for (const files of [[], [pictureFile(), pictureFile()], [large]])
      expect(await ada.upload('POST', '/users/me/avatar', files)).toMatchObject(refusal)
    expect(await readStoredKeys()).toEqual([])
  })

  test.each(['png', 'gif', 'webp', 'jpeg'] as const)('refuses a %s with more pixels than are decoded', async (kind) => {
    const upload = (width: number, height: number) =>
      ada.upload('POST', '/users/me/avatar', [pictureOfSize(kind, width, height)])

    expect(await upload(16_000, 3125)).toMatchObject({ status: 200 })
    for (const [width, height] of [
      [16_000, 3126],
      [16_383, 16_383],
      ...(kind === 'webp'
        ? []
        : [
            [60_000, 1],
            [1, 60_000],
            [60_000, 60_000],
          ]),
    ])
      // prettier-ignore
      expect(await upload(width!, height!), `${width} × ${height}`).toMatchObject({ status: 400, code: 'BAD_IMAGE' })
    expect(await readStoredKeys()).toHaveLength(1)
  })

  test('deletes the picture that it replaces', async () => {
    const first = await setAvatar(ada)
    const second = await setAvatar(ada)

    expect(second).toMatch(/version=3$/)
    expect(await readStoredKeys()).toEqual([`user_avatars/${pathOf(second).slice('/user_avatars/'.length)}`])
    expect((await reach(realm.host, first)).status).toBe(404)
  })

  test('tells everybody, guests too', async () => {
    const people = [ada, bo, await realm.user('guest', { role: 600 })]
    const listeners = await Promise.all(people.map((person) => person.listen()))
    const abroad = await (await newRealm()).owner.listen()

    const avatar_url = await setAvatar(ada)

    const person = { user_id: ada.id, avatar_url, avatar_url_medium: avatar_url, avatar_source: 'U', avatar_version: 2 }
    for (const listener of listeners)
      expect(await listener.events()).toEqual([{ type: 'realm_user', op: 'update', person }])
    expect(await abroad.events()).toEqual([])
  })

  test('shows it wherever the person is shown, also to clients that compute pictures', async () => {
    await realm.stream('harbour', ada, bo)
    const avatar_url = await setAvatar(ada)
    const listener = await bo.listen()
    const id = await ada.send('harbour', 'tides', 'low')

    for (const client_gravatar of [true, false]) {
      expect(await readAvatar(bo, ada, { client_gravatar })).toMatchObject({ avatar_url, avatar_version: 2 })
      const [message] = await bo.messages([], { client_gravatar })
      expect(message).toMatchObject({ id, avatar_url })
      const { state } = await bo.listen({ client_gravatar })
      expect((state['realm_users'] as { user_id: number }[]).find(({ user_id }) => user_id === ada.id)).toMatchObject({
        avatar_url,
      })
    }
    expect((await bo.get(`/messages/${id}`))['message']).toMatchObject({ avatar_url })
    expect(await listener.events('message')).toMatchObject([{ message: { avatar_url } }])
    expect(await ada.get('/users/me')).toMatchObject({ avatar_url, avatar_version: 2 })
    expect((await ada.listen()).state).toMatchObject({
      avatar_url,
      avatar_url_medium: avatar_url,
      avatar_source: 'U',
    })
    expect((await bo.listen()).state).toMatchObject({ avatar_source: 'G' })
  })

  test('is told again to a client that missed it', async () => {
    const listener = await bo.listen({ client_gravatar: false })
    const avatar_url = await setAvatar(ada)
    await ada.write([bo], 'hello')

    await realm.evict()

    expect(await listener.events()).toMatchObject([
      { type: 'realm_user', person: { avatar_url } },
      { type: 'message', message: { avatar_url } },
    ])
  })
})

describe('deleting the picture of oneself', () => {
  test('brings the computed one back, with another version', async () => {
    await setAvatar(ada)
    const listener = await bo.listen()

    const { avatar_url } = await ada.delete('/users/me/avatar')

    expect(avatar_url).toMatch(gravatarOf(3))
    expect(await readStoredKeys()).toEqual([])
    expect(await readAvatar(bo, ada)).toMatchObject({ avatar_url: null, avatar_version: 3 })
    expect(await listener.events()).toMatchObject([
      {
        type: 'realm_user',
        op: 'update',
        person: { user_id: ada.id, avatar_url, avatar_source: 'G', avatar_version: 3 },
      },
    ])
  })
})

describe('where pictures may not be changed', () => {
  test('members can neither upload nor delete one, and administrators can', async () => {
    await setAvatar(ada)
    const admin = await realm.user('admin', { role: 200 })
    await realm.set({ avatar_changes_disabled: true })
    const before = await readStoredKeys()

    for (const file of [pictureFile(), noPicture])
      expect(await ada.upload('POST', '/users/me/avatar', [file])).toMatchObject(refusal)
    expect(await ada.ask('DELETE', '/users/me/avatar')).toMatchObject(refusal)
    expect(await readStoredKeys()).toEqual(before)

    await setAvatar(admin)
    await admin.delete('/users/me/avatar')
  })
})

test('an uploaded picture stays when its owner’s address changes', async () => {
  const avatar_url = await setAvatar(ada)
  await ada.patch('/settings', { email: 'ada@elsewhere.example' })
  const { token } = (await env.DB.prepare('select token from email_change where user_id = ?')
    .bind(ada.id)
    .first<{ token: string }>())!
  const listener = await bo.listen()

  const confirmed = await reach(realm.host, '/api/v1/confirm_email', {
    method: 'POST',
    body: new URLSearchParams({ token }),
  })

  expect(confirmed.status).toBe(200)
  expect((await listener.events()).filter((event) => 'avatar_url' in (event['person'] as object))).toEqual([])
  expect(await readAvatar(bo, ada)).toMatchObject({ avatar_url })
})

describe('the picture of somebody', () => {
  test('is where the client is sent, by id and by address', async () => {
    expect(await fetchRedirect(`/avatar/${ada.id}`)).toMatch(gravatarOf(1))
    expect(await fetchRedirect(`/avatar/${ada.id}/medium`)).toContain('&s=500&version=1')
    const url = await setAvatar(ada)

    for (const path of [`/avatar/${ada.id}`, '/avatar/ADA@example.com', `/avatar/${ada.id}/medium`])
      expect(await fetchRedirect(path), path).toBe(url)
  })

  test('is asked for with what the query says, but never with the key', async () => {
    const [plain, passed] = [
      await fetchRedirect(`/avatar/${ada.id}`),
      await fetchRedirect(`/avatar/${ada.id}?s=80&x=a%0d%0ab`),
    ]
    expect(passed).toBe(`${plain}&s=80&x=a%0D%0Ab`)

    expect(await fetchRedirect(`/avatar/${ada.id}?api_key=${bo.key}&s=80`, null)).toBe(`${plain}&s=80`)
  })

  test('of an unknown address is the one that belongs to the address', async () => {
    const { owner } = await newRealm()
    await setAvatar(ada)

    for (const named of [
      'nobody@example.com',
      '0',
      String(owner.id),
      '99999999999999999999',
      '%2f%2fevil.example',
      '..%2f',
    ])
      expect(await fetchRedirect(`/avatar/${named}`), named).toMatch(gravatarOf(1))
  })

  test('is not told without credentials', async () => {
    expect(await fetchRedirect(`/avatar/${ada.id}`, null)).toBe('401')
    expect(await fetchRedirect(`/avatar/${ada.id}?api_key=${'x'.repeat(32)}`, null)).toBe('401')
  })

  test('is an image that runs nothing, kept by browsers, and counts towards no limit', async () => {
    const { headers, status } = await reach(realm.host, await setAvatar(ada))

    expect(status).toBe(200)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toContain('sandbox')
    expect(headers.get('Cache-Control')).toContain('immutable')
    expect(headers.get('X-RateLimit-Limit')).toBeNull()
  })

  test('is shown at the address of its organization, and at no other', async () => {
    const url = await setAvatar(ada)
    const { host } = await newRealm()

    expect((await reach(realm.host, url)).status).toBe(200)
    for (const elsewhere of [host, `nowhere.${rootDomain}`, rootDomain])
      expect((await reach(elsewhere, url)).status, elsewhere).toBe(404)
  })

  test('needs no look-up where there is one organization only', async () => {
    const url = await setAvatar(ada)
    const { ROOT_DOMAIN: _, ...one } = env
    const { asked, bindings } = countedBindings()
    const request = new Request(`http://chat.example${url}`)
    const response = await app.fetch(request, { ...one, ...bindings, DEVELOPMENT: 'false' }, createExecutionContext())

    expect(response.status).toBe(200)
    expect(asked).toEqual({ database: 0, objects: 0 })
  })

  test('is not a way to files that are not pictures', async () => {
    const { uri } = await ada.upload('POST', '/user_uploads', [pictureFile()])
    const path = (uri as string).slice('/user_uploads/'.length)

    for (const tried of [
      `/user_avatars/${path}`,
      `/user_avatars/${realm.id}/../../user_uploads/${path}`,
      `/user_avatars/${realm.id}/..%2f..%2fuser_uploads%2f${encodeURIComponent(path)}`,
    ]) {
      const response = await reach(realm.host, tried)
      expect(response.status, tried).not.toBe(200)
    }
  })
})

describe('the picture of a bot', () => {
  const bot = { full_name: 'Helper', short_name: 'helper' }

  test('can be given when it is created', async () => {
    const listener = await ada.listen()

    const created = await ada.upload('POST', '/bots', [pictureFile()], bot)

    const { avatar_url } = created
    expect(avatar_url).toMatch(/^\/user_avatars\/.*version=1$/)
    expect((await ada.get('/bots'))['bots']).toMatchObject([{ avatar_url }])
    expect(await listener.events('realm_user', 'realm_bot')).toMatchObject([
      { person: { avatar_url } },
      { bot: { avatar_url } },
    ])
  })

  test('is not kept when the bot is refused', async () => {
    expect(await ada.upload('POST', '/bots', [pictureFile()], { ...bot, short_name: '' })).toMatchObject(refusal)
    expect(await ada.upload('POST', '/bots', [pictureFile(), pictureFile()], bot)).toMatchObject(refusal)

    expect(await readStoredKeys()).toEqual([])
  })

  test('is not even looked at when somebody else sends it', async () => {
    const { user_id } = await ada.upload('POST', '/bots', [], bot)
    const guest = await realm.user('guest', { role: 600 })

    expect(await bo.upload('PATCH', `/bots/${user_id}`, [noPicture])).toMatchObject(refusal)
    expect(await ada.upload('PATCH', `/bots/${user_id + 100}`, [noPicture])).toMatchObject(refusal)
    expect(await guest.upload('POST', '/bots', [noPicture], bot)).toMatchObject(refusal)
    await realm.set({ bot_creation_policy: 3 })
    expect(await bo.upload('POST', '/bots', [noPicture], bot)).toMatchObject(refusal)

    const broken = { status: 400, code: 'BAD_IMAGE' }
    expect(await ada.upload('PATCH', `/bots/${user_id}`, [noPicture])).toMatchObject(broken)
    expect(await realm.owner.upload('POST', '/bots', [noPicture], bot)).toMatchObject(broken)
  })

  test('can be changed by its owner, and everybody is told', async () => {
    const { user_id, avatar_url: before } = await ada.upload('POST', '/bots', [pictureFile()], bot)
    const [own, other] = [await ada.listen(), await bo.listen()]

    expect(await bo.upload('PATCH', `/bots/${user_id}`, [pictureFile()])).toMatchObject(refusal)
    const { avatar_url } = await ada.upload('PATCH', `/bots/${user_id}`, [pictureFile('gif')])

    expect(avatar_url).toMatch(/\.gif\?version=2$/)
    expect(await readStoredKeys()).toHaveLength(1)
    expect((await reach(realm.host, before as string)).status).toBe(404)
    const update = { type: 'realm_user', op: 'update', person: { user_id, avatar_url, avatar_version: 2 } }
    expect(await own.events()).toMatchObject([
      update,
      { type: 'realm_bot', op: 'update', bot: { user_id, avatar_url } },
    ])
    expect(await other.events()).toMatchObject([update])
  })

  test('stays when something else changes', async () => {
    const { user_id, avatar_url } = await ada.upload('POST', '/bots', [pictureFile()], bot)

    expect(await ada.patch(`/bots/${user_id}`, { full_name: 'Other' })).toMatchObject({ avatar_url })
    expect(await readStoredKeys()).toHaveLength(1)
  })

  test('can be changed by itself, and its owner is told', async () => {
    const helper = await realm.bot('helper', ada)
    const [own, other] = [await ada.listen(), await bo.listen()]

    const avatar_url = await setAvatar(helper)

    expect(await own.events('realm_bot')).toEqual([
      { type: 'realm_bot', op: 'update', bot: { user_id: helper.id, avatar_url } },
    ])
    expect(await other.events('realm_bot')).toEqual([])
  })
})

describe('a custom emoji', () => {
  test('is added with its picture', async () => {
    expect(await addEmoji(ada, 'blob', [pictureFile('gif')])).toMatchObject({ status: 200, msg: '' })

    const [emoji] = await readEmoji()
    expect(emoji).toMatchObject({ name: 'blob', still_url: null, author_id: ada.id })
    const response = await reach(realm.host, emoji!['source_url']!)
    expect(response.headers.get('Content-Type')).toBe('image/gif')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(Uint8Array.from(pictures['gif']!.bytes))
  })

  test('that moves has a picture at rest beside it', async () => {
    await addEmoji(ada, 'blob', [pictureFile('gif that moves')])

    const [emoji] = await readEmoji()
    for (const [address, bytes] of [
      [emoji!['source_url'], pictures['gif that moves']!.bytes],
      [emoji!['still_url'], pictures['gif that moves']!.still!],
    ] as const) {
      const response = await reach(realm.host, address!)
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(Uint8Array.from(bytes))
    }
  })

  test('is refused without a picture, with two, with a broken one, and under a bad name', async () => {
    const html = new File(['<html>'], 'blob.png', { type: 'image/png' })
    const guest = await realm.user('guest', { role: 600 })

    expect(await addEmoji(ada, 'blob', [])).toMatchObject(refusal)
    expect(await addEmoji(ada, 'blob', [pictureFile(), pictureFile()])).toMatchObject(refusal)
    expect(await addEmoji(ada, 'blob', [html])).toMatchObject({ status: 400, code: 'BAD_IMAGE' })
    expect(await addEmoji(ada, 'Blob!', [pictureFile()])).toMatchObject(refusal)
    expect(await addEmoji(guest, 'blob', [pictureFile()])).toMatchObject(refusal)
    expect(await readEmoji()).toEqual([])
    expect(await readStoredKeys()).toEqual([])
  })
})

describe('the pictures of the organization', () => {
  const computed = /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon$/

  test('are computed until there are others', async () => {
    expect(await fetchRedirect('/api/v1/realm/icon')).toMatch(computed)
    expect(await fetchRedirect('/api/v1/realm/logo?night=false')).toMatch(computed)
    expect((await bo.listen()).state).toMatchObject({
      realm_icon_source: 'G',
      realm_logo_source: 'D',
      realm_night_logo_source: 'D',
    })
  })

  test('can be a new icon, of which everybody is told', async () => {
    const [listener, guest] = [await bo.listen(), await (await realm.user('guest', { role: 600 })).listen()]

    const { icon_url } = await realm.owner.upload('POST', '/realm/icon', [pictureFile()])

    expect(icon_url).toMatch(new RegExp(`^/user_avatars/${realm.id}/`))
    expect((await reach(realm.host, icon_url as string)).status).toBe(200)
    expect(await fetchRedirect('/api/v1/realm/icon')).toBe(icon_url)
    const event = { type: 'realm', op: 'update_dict' }
    const icon = { ...event, property: 'icon', data: { icon_url, icon_source: 'U' } }
    expect(await guest.events('realm')).toContainEqual(icon)
    // Where there is no logo, the icon stands for it.
    expect(await listener.events('realm')).toEqual([
      icon,
      { ...event, property: 'logo', data: { logo_url: icon_url, logo_source: 'D' } },
      { ...event, property: 'night_logo', data: { night_logo_url: icon_url, night_logo_source: 'D' } },
    ])
    expect((await bo.listen()).state).toMatchObject({ realm_icon_url: icon_url, realm_icon_source: 'U' })
    expect((await bo.get('/server_settings'))['realm_icon']).toBe(icon_url)

    const deleted = await realm.owner.delete('/realm/icon')
    expect(deleted['icon_url']).toMatch(computed)
    expect(await listener.events('realm')).toContainEqual({
      ...event,
      property: 'icon',
      data: { icon_url: deleted['icon_url'], icon_source: 'G' },
    })
    expect(await readStoredKeys()).toEqual([])
  })

  test.each([
    [false, 'logo'],
    [true, 'night_logo'],
  ])('can be a new logo, with night %s', async (night, property) => {
    const listener = await bo.listen()

    expect(await realm.owner.upload('POST', '/realm/logo', [pictureFile()], { night })).toMatchObject({ status: 200 })

    const url = await fetchRedirect(`/api/v1/realm/logo?night=${night}`)
    expect(url).toMatch(/^\/user_avatars\//)
    expect(await fetchRedirect(`/api/v1/realm/logo?night=${!night}`)).toMatch(computed)
    const event = { type: 'realm', op: 'update_dict', property }
    expect(await listener.events('realm')).toEqual([
      { ...event, data: { [`${property}_url`]: url, [`${property}_source`]: 'U' } },
    ])
    expect((await bo.listen()).state).toMatchObject({
      [`realm_${property}_url`]: url,
      [`realm_${property}_source`]: 'U',
    })
    await realm.owner.delete('/realm/logo', { night })
    expect(await listener.events('realm')).toMatchObject([{ ...event, data: { [`${property}_source`]: 'D' } }])
    expect(await readStoredKeys()).toEqual([])
  })

  test('are changed by administrators only', async () => {
    const denied = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' }
    const moderator = await realm.user('moderator', { role: 300 })
    const admin = await realm.user('admin', { role: 200 })

    for (const person of [bo, moderator]) {
      expect(await person.upload('POST', '/realm/icon', [pictureFile()])).toMatchObject(denied)
      expect(await person.ask('DELETE', '/realm/icon')).toMatchObject(denied)
      expect(await person.upload('POST', '/realm/logo', [pictureFile()], { night: false })).toMatchObject(denied)
      expect(await person.ask('DELETE', '/realm/logo', { night: false })).toMatchObject(denied)
    }
    expect(await readStoredKeys()).toEqual([])
    expect(await admin.upload('POST', '/realm/icon', [pictureFile()])).toMatchObject({ status: 200 })
  })

  test('are refused when they are none, and a logo that is not said to be for day or night', async () => {
    const html = new File(['<html>'], 'icon.png', { type: 'image/png' })

    expect(await realm.owner.upload('POST', '/realm/icon', [html])).toMatchObject({ status: 400, code: 'BAD_IMAGE' })
    expect(await realm.owner.upload('POST', '/realm/logo', [pictureFile()])).toMatchObject({
      status: 400,
      code: 'REQUEST_VARIABLE_MISSING',
    })
    expect(await readStoredKeys()).toEqual([])
  })
})
