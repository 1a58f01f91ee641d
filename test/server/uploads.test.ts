import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { uploadLimits } from '../../src/uploads/quota'
import { newRealm, reach, Person, type Answer, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

const mebibyte = 1024 * 1024
const refusal = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const note = (name = 'note.txt', text = 'low tide', type = 'text/plain') => new File([text], name, { type })

/** Uploads a file and answers its address. */
async function uploadFile(person: Person, file = note()): Promise<string> {
  const answer = await person.upload('POST', '/user_uploads', [file])
  expect(answer).toMatchObject({ status: 200, msg: '' })
  return answer['uri'] as string
}

/** The file, as somebody with credentials asks for it. */
const fetchFile = (person: Person, uri: string, headers: Record<string, string> = {}): Promise<Response> =>
  reach(realm.host, uri, { headers: { Authorization: person.authorization, ...headers } })

/** Whether somebody may open it; null is nobody in particular. */
async function canOpen(person: Person | null, uri: string): Promise<boolean> {
  const response = await (person === null ? reach(realm.host, uri) : fetchFile(person, uri))
  await response.arrayBuffer()
  expect([200, 403]).toContain(response.status)
  return response.status === 200
}

interface Attachment {
  id: number
  name: string
  path_id: string
  size: number
  create_time: number
  messages: { id: number; date_sent: number }[]
}

const readAttachments = async (person: Person): Promise<Attachment[]> =>
  (await person.get('/attachments'))['attachments']

/** Ids of the messages that hold the only file of somebody. */
const messageIdsOfFile = async (person: Person): Promise<number[]> =>
  (await readAttachments(person))[0]!.messages.map(({ id }) => id)

/** How many files of the realm are kept. */
const countStoredFiles = async (): Promise<number> =>
  (await env.UPLOADS!.list({ prefix: `user_uploads/${realm.id}/` })).objects.length

/** Asks for a part of a file of ten bytes. */
const fetchRange = async (Range: string, more: Record<string, string> = {}) => {
  const response = await fetchFile(ada, await uploadFile(ada, note('a.txt', '0123456789')), { Range, ...more })
  return { status: response.status, range: response.headers.get('Content-Range'), text: await response.text() }
}

/** A link that needs no credentials. */
const linkOf = async (person: Person, uri: string): Promise<string> => (await person.get(uri))['url'] as string

/** Uploads a file in a part with this head; any answer. */
const uploadPart = async (head: string): Promise<Answer> => {
  const response = await reach(realm.host, '/api/v1/user_uploads', {
    method: 'POST',
    body: `--b\r\n${head}\r\n\r\nlow tide\r\n--b--\r\n`,
    headers: { Authorization: ada.authorization, 'Content-Type': 'multipart/form-data; boundary=b' },
  })
  return { ...(await response.json<object>()), status: response.status } as Answer
}

/** So many text fields. */
const fields = (amount: number) => Object.fromEntries(Array.from({ length: amount }, (_, index) => [`f${index}`, 'x']))

describe('uploading', () => {
  test('keeps the file under a path that nobody guesses', async () => {
    const [first, second] = [await uploadFile(ada), await uploadFile(ada)]

    expect(first).toMatch(new RegExp(`^/user_uploads/${realm.id}/[A-Za-z0-9]{32}/note\\.txt$`))
    expect(second).not.toBe(first)
    expect(await (await fetchFile(ada, first)).text()).toBe('low tide')
  })

  test('is for guests and bots too', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const bot = await realm.bot('helper', ada)

    for (const person of [guest, bot]) expect(await canOpen(person, await uploadFile(person))).toBe(true)
  })

  test('takes a file of any bytes, also of none', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256)
    const tricky = new TextEncoder().encode('\r\n--x\r\n\r\n--\r\n')
    for (const content of [bytes, tricky, new Uint8Array(0)]) {
      const uri = await uploadFile(ada, new File([content], 'raw.bin'))
      expect(new Uint8Array(await (await fetchFile(ada, uri)).arrayBuffer())).toEqual(content)
    }
  })

  test('takes a file of the largest size and refuses a larger one', async () => {
    expect(await ada.upload('POST', '/user_uploads', [note('a', 'x'.repeat(25 * mebibyte))])).toMatchObject({
      status: 200,
    })

    for (const size of [25 * mebibyte + 1, 27 * mebibyte])
      expect(await ada.upload('POST', '/user_uploads', [note('a', 'x'.repeat(size))])).toMatchObject(refusal)
    expect(await countStoredFiles()).toBe(1)
  })

  test('does not read much for somebody with bad credentials', async () => {
    const nobody = Object.assign(Object.create(ada) as Person, { key: 'x'.repeat(32) })

    for (const size of [1, 2 * mebibyte, 27 * mebibyte])
      expect(await nobody.upload('POST', '/user_uploads', [note('a', 'x'.repeat(size))])).toMatchObject({
        status: 401,
        code: 'INVALID_API_KEY',
      })
    expect(await countStoredFiles()).toBe(0)
  })

  test('refuses no file, and two', async () => {
    expect(await ada.upload('POST', '/user_uploads', [])).toMatchObject(refusal)
    expect(await ada.upload('POST', '/user_uploads', [], { file: 'text' })).toMatchObject(refusal)
    expect(await ada.upload('POST', '/user_uploads', [note(), note()])).toMatchObject(refusal)
    expect(await ada.ask('POST', '/user_uploads', { file: 'text' })).toMatchObject(refusal)
    expect(await countStoredFiles()).toBe(0)
  })

  test('that exceeds the quota of the organization is refused, and keeps nothing', async () => {
    await env.DB.prepare('update realm set upload_space_used = ? where id = ?')
      .bind(1000 * mebibyte - 5, realm.id)
      .run()

    expect(await ada.upload('POST', '/user_uploads', [note('a', 'abcdef')])).toMatchObject({
      status: 400,
      code: 'REALM_UPLOAD_QUOTA',
    })
    expect(await countStoredFiles()).toBe(0)
    expect(await readAttachments(ada)).toEqual([])
    expect(await ada.upload('POST', '/user_uploads', [note('a', 'abcde')])).toMatchObject({ status: 200 })
  })

  test('that exceeds a quarter of the quota for one person and their bots is refused, and not to others', async () => {
    const { api_key, user_id } = await ada.post('/bots', { full_name: 'Helper', short_name: 'helper' })
    const bot = new Person(realm, user_id as number, `helper-bot@${realm.host}`, 'Helper', api_key as string)
    await uploadFile(bot)
    await env.DB.prepare('update upload_space set bytes = ? where user_id = ?')
      .bind(250 * mebibyte - 5, ada.id)
      .run()

    for (const by of [ada, bot])
      expect(await by.upload('POST', '/user_uploads', [note('a', 'abcdef')])).toMatchObject({
        status: 400,
        code: 'REALM_UPLOAD_QUOTA',
        msg: expect.stringContaining('your share'),
      })
    expect(await bo.upload('POST', '/user_uploads', [note('a', 'abcdef')])).toMatchObject({ status: 200 })
    expect(await ada.upload('POST', '/user_uploads', [note('a', 'abcde')])).toMatchObject({ status: 200 })
  })

  test('has room again for what was removed', async () => {
    await uploadFile(ada)
    const [attachment] = await readAttachments(ada)
    await env.DB.prepare('update upload_space set bytes = ? where user_id = ?')
      .bind(250 * mebibyte, ada.id)
      .run()
    expect(await ada.upload('POST', '/user_uploads', [note()])).toMatchObject({ status: 400 })

    await ada.delete(`/attachments/${attachment!.id}`)

    expect(await ada.upload('POST', '/user_uploads', [note()])).toMatchObject({ status: 200 })
  })

  test('tells the uploader, and nobody else', async () => {
    const [own, other] = [await ada.listen(), await bo.listen()]

    const uri = await uploadFile(ada)

    const [file] = await readAttachments(ada)
    expect(file).toEqual({
      id: expect.any(Number),
      name: 'note.txt',
      path_id: uri.slice('/user_uploads/'.length),
      size: 8,
      create_time: expect.any(Number),
      messages: [],
    })
    expect(Math.abs(file!.create_time - Date.now())).toBeLessThan(60_000)
    expect(await own.events()).toEqual([{ type: 'attachment', op: 'add', attachment: file, upload_space_used: 8 }])
    expect(await other.events()).toEqual([])
  })

  test('takes a form of up to a thousand fields', async () => {
    expect(await ada.upload('POST', '/user_uploads', [note()], fields(999))).toMatchObject({ status: 200 })
    expect(await ada.upload('POST', '/user_uploads', [note()], fields(1000))).toMatchObject(refusal)
  })

  test('is refused where files cannot be kept, and the rest works', async () => {
    const { UPLOADS: _, ...without } = env
    const ask = (method: string, path: string, body?: FormData) =>
      app.fetch(
        new Request(`http://${realm.host}/api/v1${path}`, {
          method,
          headers: { Authorization: ada.authorization },
          ...(body !== undefined && { body }),
        }),
        without,
        createExecutionContext(),
      )
    const form = new FormData()
    form.set('file', note())

    for (const path of ['/user_uploads', '/users/me/avatar', '/realm/emoji/blob']) {
      const refused = await ask('POST', path, form)
      expect(refused.status, path).toBe(400)
      expect(await refused.json(), path).toMatchObject({ result: 'error', code: expect.any(String) })
    }
    for (const path of ['/attachments', '/users/me']) expect((await ask('GET', path)).status).toBe(200)
    const register = await ask('POST', '/register', new FormData())
    expect(register.status).toBe(200)
  })
})

describe('the name of a file', () => {
  test.each([
    ['note.txt', 'note.txt', 'note.txt'],
    ['été à la mer.jpg', 'été-à-la-mer.jpg', 'été à la mer.jpg'],
    ['メモ.txt', 'メモ.txt', 'メモ.txt'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['C:\\notes\\a.txt', 'a.txt', 'a.txt'],
    ['a"b\'c<d>&e.txt', 'abcde.txt', 'a"b\'c<d>&e.txt'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie-x1.txt', 'aSet-Cookie: x=1.txt'],
    ['a;filename=b.html', 'afilenameb.html', 'a;filename=b.html'],
    ['100%2e%2e.txt', '1002e2e.txt', '100%2e%2e.txt'],
    ['..', 'uploaded-file', 'uploaded-file'],
    ['???', 'uploaded-file', '???'],
    [`${'x'.repeat(300)}.tar.gz`, `${'x'.repeat(97)}.gz`, `${'x'.repeat(97)}.gz`],
  ])('%j is %j in its path and %j in lists', async (given, inPath, inLists) => {
    const uri = await uploadFile(ada, note(given))

    expect(uri.split('/').at(-1)).toBe(inPath)
    expect((await readAttachments(ada))[0]!.name).toBe(inLists)
    const response = await fetchFile(ada, uri)
    expect(await response.text()).toBe('low tide')
    const disposition = response.headers.get('Content-Disposition')!
    expect(disposition).toMatch(/^attachment; filename="[\w. -]*"; filename\*=UTF-8''[\w.%~-]*$/)
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe(inLists)
  })

  test.each([
    ['in the way of RFC 5987', `form-data; name="x"; filename*=UTF-8''n%C3%A4me.txt`, 'näme.txt'],
    [
      'in that way, and the name of the field too',
      "form-data; name*=utf-8''n%C3%A4me.txt; filename*=utf-8''n%C3%A4me.txt",
      'näme.txt',
    ],
    ['without quotes', 'form-data; name=x; filename=a.txt', 'a.txt'],
    ['with a quote inside', 'form-data; name="x"; filename="a\\"b.txt"', 'a"b.txt'],
    ['with a quote as browsers write it', 'form-data; name="x"; filename="a%22b.txt"', 'a"b.txt'],
    [
      'that looks like a parameter',
      'form-data; name="x"; filename="a; name=y; filename=b.txt"',
      'a; name=y; filename=b.txt',
    ],
    ['under any case', 'FORM-DATA; Name="x"; FileName="a.txt"', 'a.txt'],
  ])('is understood %s', async (_, disposition, name) => {
    expect(await uploadPart(`Content-Disposition: ${disposition}`)).toMatchObject({ status: 200 })

    expect((await readAttachments(ada))[0]!.name).toBe(name)
  })

  test.each([
    ['without a name of the field', 'Content-Disposition: form-data; filename="a"'],
    ['with a name of the field that is no text', 'Content-Disposition: form-data; name*=utf-8\'\'%FF; filename="a"'],
    ['without a disposition', 'Content-Type: text/plain'],
    ['with a head that does not end', `X: ${'x'.repeat(9000)}\r\nContent-Disposition: form-data; name=x; filename=a`],
  ])('a part %s is refused', async (_, head) => {
    expect(await uploadPart(head)).toMatchObject(refusal)
  })
})

describe('a file', () => {
  const unknown = 'application/octet-stream'

  test.each([
    ['a.png', 'image/png', 'inline', 'image/png'],
    ['a.jpg', 'image/jpeg', 'inline', 'image/jpeg'],
    ['a.gif', 'image/gif', 'inline', 'image/gif'],
    ['a.webp', 'image/webp', 'inline', 'image/webp'],
    ['a.mp4', 'video/mp4', 'attachment', 'video/mp4'],
    ['a.mp3', 'audio/mpeg', 'attachment', 'audio/mpeg'],
    ['a.pdf', 'application/pdf', 'attachment', unknown],
    ['a.html', 'text/html', 'attachment', unknown],
    ['a.xhtml', 'application/xhtml+xml', 'attachment', unknown],
    ['a.svg', 'image/svg+xml', 'attachment', unknown],
    ['a.xml', 'application/xml', 'attachment', unknown],
    ['a.js', 'text/javascript', 'attachment', unknown],
    ['a.mjs', 'application/javascript', 'attachment', unknown],
    ['a.js', 'application/x-ecmascript', 'attachment', unknown],
    ['a.json', 'application/json', 'attachment', unknown],
    ['a.css', 'text/css', 'attachment', unknown],
    ['a.wasm', 'application/wasm', 'attachment', unknown],
    ['a.txt', 'text/plain', 'attachment', unknown],
    ['a.swf', 'application/x-shockwave-flash', 'attachment', unknown],
  ])('%s of type %s is served as %s of type %s, and runs nothing', async (name, type, disposition, served) => {
    const { headers } = await fetchFile(ada, await uploadFile(ada, note(name, '<script>alert(1)</script>', type)))

    expect(headers.get('Content-Type')).toBe(served)
    expect(headers.get('Content-Disposition')).toMatch(new RegExp(`^${disposition};`))
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.*; sandbox$/)
    expect(headers.get('Cache-Control')).toContain('private')
  })

  test.each([
    ['a.PNG', '', 'image/png'],
    ['a.csv', unknown, 'text/csv'],
    ['a', '', unknown],
    ['a.constructor', '', unknown],
    ['a.html', 'text/html; charset=x', 'text/html'],
    ['a.x', 'nonsense', unknown],
    ['a.x', 'text/html\t\x7f', unknown],
  ])('%s said to be %j is kept as %s', async (name, type, kept) => {
    const body = `--b\r\nContent-Disposition: form-data; name=x; filename="${name}"\r\nContent-Type: ${type}\r\n\r\nx\r\n--b--`
    const response = await reach(realm.host, '/api/v1/user_uploads', {
      method: 'POST',
      body,
      headers: { Authorization: ada.authorization, 'Content-Type': 'multipart/form-data; boundary=b' },
    })
    const { uri } = await response.json<{ uri: string }>()

    const object = await env.UPLOADS!.head(uri.slice(1))
    expect(object?.httpMetadata?.contentType).toBe(kept)
  })

  test('is not counted towards limits, and can be asked for with a key in the query', async () => {
    const uri = await uploadFile(ada)

    const response = await reach(realm.host, `${uri}?api_key=${ada.key}`)

    expect(await response.text()).toBe('low tide')
    expect(response.headers.get('X-RateLimit-Limit')).toBeNull()
    for (const key of ['x', 'x'.repeat(32), '']) {
      const refused = await reach(realm.host, `${uri}?api_key=${key}`)
      expect(refused.status).toBe(401)
      expect(await refused.text()).not.toContain('low tide')
    }
  })

  test('has no body for HEAD', async () => {
    const response = await reach(realm.host, await uploadFile(ada), {
      method: 'HEAD',
      headers: { Authorization: ada.authorization },
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe('8')
    expect(await response.text()).toBe('')
  })

  test('that is not there, or of another organization, is not found', async () => {
    const uri = await uploadFile(ada)
    const stranger = (await newRealm()).owner

    for (const path of [
      uri.replace(/[A-Za-z0-9]{32}/, 'x'.repeat(32)),
      uri.replace('note', 'other'),
      `/user_uploads/${realm.id}/..%2f..%2fx`,
    ]) {
      const response = await fetchFile(ada, path)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('Content-Type'), path).toContain('text/plain')
    }
    const abroad = await reach(stranger.realm.host, uri, { headers: { Authorization: stranger.authorization } })
    expect(abroad.status).toBe(404)
    const { url } = await ada.get(uri)
    expect((await reach(stranger.realm.host, url as string)).status).toBe(404)
    const theirKeyHere = await reach(realm.host, uri, { headers: { Authorization: stranger.authorization } })
    expect(theirKeyHere.status).toBe(401)
  })

  test('is gone when it was deleted', async () => {
    const uri = await uploadFile(ada)
    const [{ id }] = (await readAttachments(ada)) as [Attachment]
    const listener = await ada.listen()

    expect(await bo.ask('DELETE', `/attachments/${id}`)).toMatchObject(refusal)
    expect(await countStoredFiles()).toBe(1)
    await ada.delete(`/attachments/${id}`)

    expect((await fetchFile(ada, uri)).status).toBe(404)
    expect(await countStoredFiles()).toBe(0)
    expect(await ada.get('/attachments')).toMatchObject({ attachments: [], upload_space_used: 0 })
    expect(await listener.events()).toEqual([
      { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 0 },
    ])
    expect(await ada.ask('DELETE', `/attachments/${id}`)).toMatchObject(refusal)
  })
})

describe('a part of a file', () => {
  test.each([
    ['bytes=0-3', 'bytes 0-3/10', '0123'],
    ['bytes=4-', 'bytes 4-9/10', '456789'],
    ['bytes=-3', 'bytes 7-9/10', '789'],
    ['bytes=-30', 'bytes 0-9/10', '0123456789'],
    ['bytes=8-100', 'bytes 8-9/10', '89'],
    ['bytes = 9-9', 'bytes 9-9/10', '9'],
  ])('%s is %s', async (asked, range, text) => {
    expect(await fetchRange(asked)).toEqual({ status: 206, range, text })
  })

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=999999999999-'])('%s is not there', async (asked) => {
    expect(await fetchRange(asked)).toEqual({ status: 416, range: 'bytes */10', text: '' })
  })

  test.each(['bytes=', 'bytes=-', 'bytes=3-1', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b', `bytes=${'9'.repeat(400)}-`])(
    '%s is nothing that is understood, and all of it is sent',
    async (asked) => {
      expect(await fetchRange(asked)).toEqual({ status: 200, range: null, text: '0123456789' })
    },
  )

  test('is only sent if the file is still the same', async () => {
    const uri = await uploadFile(ada, note('a.txt', '0123456789'))
    const tag = (await fetchFile(ada, uri)).headers.get('ETag')!

    expect((await fetchFile(ada, uri, { Range: 'bytes=0-1', 'If-Range': tag })).status).toBe(206)
    expect((await fetchFile(ada, uri, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200)
    const same = await fetchFile(ada, uri, { 'If-None-Match': `"x", ${tag}` })
    expect([same.status, await same.text()]).toEqual([304, ''])
    expect((await fetchFile(ada, uri, { 'If-None-Match': '"x"' })).status).toBe(200)
    expect((await fetchFile(bo, uri, { 'If-None-Match': tag })).status).toBe(403)
  })
})

describe('a temporary link', () => {
  test('opens the file without credentials for a minute', async () => {
    const uri = await uploadFile(ada)
    const url = await linkOf(ada, uri)

    expect(await canOpen(null, url)).toBe(true)
    expect(await canOpen(null, uri)).toBe(false)

    vi.useFakeTimers({ now: Date.now() + 59_000, toFake: ['Date'] })
    try {
      expect(await canOpen(null, url)).toBe(true)
      vi.setSystemTime(Date.now() + 3000)
      expect(await canOpen(null, url)).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  test('opens no other file, and no longer when somebody changes it', async () => {
    const [mine, theirs] = [await uploadFile(ada), await uploadFile(bo)]
    const url = await linkOf(bo, theirs)
    const { search, searchParams } = new URL(url, 'http://x')
    const [expires, signature] = [searchParams.get('expires')!, searchParams.get('signature')!]

    for (const query of [
      `?expires=${Number(expires) + 60}&signature=${signature}`,
      `?expires=${expires}&signature=${signature}x`,
      `?expires=${expires}&signature=`,
      `?signature=${signature}`,
      `?expires=${expires}`,
    ])
      expect(await canOpen(null, theirs + query), query).toBe(false)
    expect(await canOpen(null, mine + search)).toBe(false)
  })

  test('is given to those only who may open the file', async () => {
    const uri = await uploadFile(ada)

    expect(await bo.ask('GET', uri)).toMatchObject({ status: 403, code: 'BAD_REQUEST' })
    await ada.write([bo], `[note](${uri})`)
    expect(await canOpen(null, await linkOf(bo, uri))).toBe(true)
    expect(await ada.ask('GET', uri.replace('note', 'x'))).toMatchObject({ status: 404, code: 'BAD_REQUEST' })
    const { owner } = await newRealm()
    expect(await owner.ask('GET', uri)).toMatchObject({ status: 404 })
  })
})

describe('who may open a file', () => {
  test('is only its owner, while no message holds it', async () => {
    const uri = await uploadFile(ada)

    expect(await canOpen(ada, uri)).toBe(true)
    for (const person of [bo, realm.owner, null]) expect(await canOpen(person, uri)).toBe(false)
  })

  test('are those who received a private message with it', async () => {
    const uri = await uploadFile(ada)
    await ada.write([bo], `See [this](${uri})`)

    expect(await canOpen(bo, uri)).toBe(true)
    for (const person of [realm.owner, null]) expect(await canOpen(person, uri)).toBe(false)
  })

  test('are all but guests who are not subscribed, when it is in a public stream', async () => {
    const [guest, insider] = [await realm.user('guest', { role: 600 }), await realm.user('insider', { role: 600 })]
    await realm.stream('harbour', ada, insider)
    const uri = await uploadFile(ada)
    await ada.send('harbour', 'tides', `[note](${uri})`)

    for (const person of [bo, insider]) expect(await canOpen(person, uri)).toBe(true)
    for (const person of [guest, null]) expect(await canOpen(person, uri)).toBe(false)
  })

  test.each([
    ['shared', true],
    ['protected', false],
  ])('of a private stream with %s history are later subscribers: %s', async (_, isShared) => {
    await ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      history_public_to_subscribers: isShared,
    })
    const uri = await uploadFile(ada)
    await ada.send('cellar', 'wine', `[note](${uri})`)

    expect(await canOpen(bo, uri)).toBe(false)
    expect(await canOpen(realm.owner, uri)).toBe(false)
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], principals: [bo.id] })
    expect(await canOpen(bo, uri)).toBe(isShared)
  })

  test('is everybody, with or without an account, when it is in a web-public stream', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const { id } = await realm.stream('square', ada)
    const uri = await uploadFile(ada)
    await ada.send('square', 'fair', `[note](${uri})`)
    await realm.set({ enable_spectator_access: true, create_web_public_stream_policy: 2 })
    await realm.owner.patch(`/streams/${id}`, { is_web_public: true })

    for (const person of [bo, guest, null]) expect(await canOpen(person, uri)).toBe(true)

    await realm.set({ enable_spectator_access: false })
    expect(await canOpen(guest, uri)).toBe(true)
    expect(await canOpen(null, uri)).toBe(false)
  })

  test('is nobody who was deactivated', async () => {
    const uri = await uploadFile(ada)
    await ada.write([bo], `[note](${uri})`)
    await realm.owner.delete(`/users/${bo.id}`)

    expect((await fetchFile(bo, uri)).status).toBe(401)
    expect((await reach(realm.host, `${uri}?api_key=${bo.key}`)).status).toBe(401)
  })
})

describe('a message', () => {
  test.each([
    ['titled', (uri: string) => `[note](${uri})`],
    ['of the whole address', (uri: string) => `http://${realm.host}${uri}`],
    ['percent-encoded', (uri: string) => `[note](${encodeURI(uri)})`],
    ['with a query', (uri: string) => `[note](${uri}?x=1#y)`],
    ['in a quote', (uri: string) => `> [note](${uri})`],
  ])('holds the file of a link %s', async (_, content) => {
    const uri = await uploadFile(ada, note('nöte.txt'))

    const id = await ada.write([bo], content(uri))

    expect(await messageIdsOfFile(ada)).toEqual([id])
    expect(await canOpen(bo, uri)).toBe(true)
  })

  test.each([
    ['code', (uri: string) => `\`[note](${uri})\``],
    ['plain words', (uri: string) => `note ${uri.slice(1)}`],
    ['of another site', (uri: string) => `[note](http://example.com${uri})`],
    ['that is cut', (uri: string) => `[note](${uri.slice(0, -5)})`],
  ])('does not hold the file of %s', async (_, content) => {
    const uri = await uploadFile(ada)

    await ada.write([bo], content(uri))

    expect(await messageIdsOfFile(ada)).toEqual([])
    expect(await canOpen(bo, uri)).toBe(false)
  })

  test('tells the owner that it holds a file, once, and nobody else', async () => {
    const uri = await uploadFile(ada)
    const [own, other] = [await ada.listen(), await bo.listen()]

    const id = await ada.write([bo], `[note](${uri}) [again](${uri})`)

    const [attachment] = await readAttachments(ada)
    expect(attachment!.messages).toEqual([{ id, date_sent: expect.any(Number) }])
    expect(Math.abs(attachment!.messages[0]!.date_sent - Date.now())).toBeLessThan(60_000)
    expect(await own.events('attachment')).toEqual([
      { type: 'attachment', op: 'update', attachment, upload_space_used: 8 },
    ])
    expect(await other.events('attachment')).toEqual([])
  })

  test('does not open somebody else’s file by naming it', async () => {
    const uri = await uploadFile(ada)

    await bo.write([realm.owner], `[note](${uri})`)

    for (const person of [bo, realm.owner]) expect(await canOpen(person, uri)).toBe(false)
    expect(await messageIdsOfFile(ada)).toEqual([])
  })

  test('passes on a file that its sender may open', async () => {
    const uri = await uploadFile(ada)
    const first = await ada.write([bo], `[note](${uri})`)
    const listener = await ada.listen()

    const second = await bo.write([realm.owner], `[note](${uri})`)

    expect(await canOpen(realm.owner, uri)).toBe(true)
    expect(await messageIdsOfFile(ada)).toEqual([first, second])
    expect(await listener.events()).toMatchObject([{ type: 'attachment', op: 'update' }])
  })

  test('does not hold a file of another organization', async () => {
    const { owner } = await newRealm()
    const uri = await uploadFile(ada)

    expect(
      await owner.ask('POST', '/messages', { type: 'private', to: [owner.id], content: `[x](${uri})` }),
    ).toMatchObject({
      status: 200,
    })

    expect(await messageIdsOfFile(ada)).toEqual([])
  })

  test('holds what its new content links to, and lets go of what it does not', async () => {
    const [kept, gone] = [await uploadFile(ada, note('kept.txt')), await uploadFile(ada, note('gone.txt'))]
    const id = await ada.write([bo], `[kept](${kept}) [gone](${gone})`)
    const added = await uploadFile(ada, note('added.txt'))
    const listener = await ada.listen()

    await ada.patch(`/messages/${id}`, { content: `[kept](${kept}) [added](${added})` })

    const holding = (await readAttachments(ada)).map(({ name, messages }) => [
      name,
      messages.map((message) => message.id),
    ])
    expect(holding).toEqual([
      ['kept.txt', [id]],
      ['gone.txt', []],
      ['added.txt', [id]],
    ])
    expect(await canOpen(bo, added)).toBe(true)
    expect(await canOpen(bo, gone)).toBe(false)
    const told = (await listener.events('attachment')) as unknown as { attachment: Attachment }[]
    expect(told.map(({ attachment: { name, messages } }) => [name, messages.map((message) => message.id)])).toEqual([
      ['added.txt', [id]],
      ['gone.txt', []],
    ])
  })

  test('that had no file holds one when it is edited, and none when it is taken back', async () => {
    const uri = await uploadFile(ada)
    const id = await ada.write([bo], 'soon')

    await ada.patch(`/messages/${id}`, { content: `[note](${uri})` })
    expect(await messageIdsOfFile(ada)).toEqual([id])
    await ada.patch(`/messages/${id}`, { content: 'never mind' })

    expect(await messageIdsOfFile(ada)).toEqual([])
    expect(await canOpen(bo, uri)).toBe(false)
  })

  test('keeps a file that its owner, who is somebody else, passed on', async () => {
    const uri = await uploadFile(ada)
    await ada.write([bo], `[note](${uri})`)
    const id = await bo.write([realm.owner], `[note](${uri})`)

    await bo.patch(`/messages/${id}`, { content: `Look: [note](${uri})` })

    expect(await messageIdsOfFile(ada)).toContain(id)
  })

  test('that is deleted takes along the files that nothing else holds', async () => {
    const uri = await uploadFile(ada)
    const id = await ada.write([bo], `[note](${uri})`)
    const listener = await ada.listen()

    await realm.owner.patch('/realm', { delete_own_message_policy: 1 })
    const [attachment] = await readAttachments(ada)
    await ada.delete(`/messages/${id}`)

    expect(await ada.get('/attachments')).toMatchObject({ attachments: [], upload_space_used: 0 })
    const { results } = await env.DB.prepare('select 1 from attachment_message where message_id = ?').bind(id).all()
    expect(results).toEqual([])
    expect((await fetchFile(ada, uri)).status).toBe(404)
    await expect.poll(countStoredFiles).toBe(0)
    expect(await listener.events('attachment')).toEqual([
      { type: 'attachment', op: 'remove', attachment: { id: attachment!.id }, upload_space_used: 0 },
    ])
  })

  test('that is deleted leaves a file that another message holds', async () => {
    const uri = await uploadFile(ada)
    const [one, other] = [await ada.write([bo], `[note](${uri})`), await ada.write([bo], `Again: [note](${uri})`)]
    const listener = await ada.listen()

    await realm.owner.patch('/realm', { delete_own_message_policy: 1 })
    await ada.delete(`/messages/${one}`)

    expect(await messageIdsOfFile(ada)).toEqual([other])
    expect(await canOpen(bo, uri)).toBe(true)
    const [attachment] = await readAttachments(ada)
    expect(await listener.events('attachment')).toEqual([
      { type: 'attachment', op: 'update', attachment, upload_space_used: 8 },
    ])
  })

  test.each<[string, (content: string) => Promise<unknown>]>([
    ['a draft of its owner', (content) => ada.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content }] })],
    [
      'something its owner scheduled',
      (content) =>
        ada.post('/messages', {
          type: 'private',
          to: [bo.id],
          content,
          delivery_type: 'send_later',
          deliver_at: new Date(Date.now() + 3_600_000).toISOString(),
        }),
    ],
  ])('that is deleted leaves a file that %s names', async (_, name) => {
    const uri = await uploadFile(ada)
    const id = await ada.write([bo], `[note](${uri})`)
    await name(`[note](${uri})`)

    await realm.owner.patch('/realm', { delete_own_message_policy: 1 })
    await ada.delete(`/messages/${id}`)

    expect(await messageIdsOfFile(ada)).toEqual([])
    expect([await canOpen(ada, uri), await canOpen(bo, uri)]).toEqual([true, false])
  })

  test('of a topic that is deleted takes its files along', async () => {
    const { id } = await realm.stream('harbour', ada, realm.owner)
    const uri = await uploadFile(ada)
    await ada.send('harbour', 'tides', `[note](${uri})`)
    const listener = await ada.listen()

    await realm.owner.post(`/streams/${id}/delete_topic`, { topic_name: 'tides' })

    expect(await readAttachments(ada)).toEqual([])
    expect(await listener.events('attachment')).toMatchObject([{ op: 'remove', upload_space_used: 0 }])
    await expect.poll(countStoredFiles).toBe(0)
  })
})

test('everybody lists their own files, and what all files take', async () => {
  await uploadFile(ada, note('first.txt', 'abc'))
  await uploadFile(bo, note('theirs.txt', 'abcde'))
  await uploadFile(ada, note('second.txt', 'ab'))
  await uploadFile((await newRealm()).owner, note('abroad.txt')).catch(() => undefined)

  const answer = await ada.get('/attachments')

  expect((answer['attachments'] as Attachment[]).map(({ name, size }) => [name, size])).toEqual([
    ['first.txt', 3],
    ['second.txt', 2],
  ])
  expect(answer['upload_space_used']).toBe(10)
})

test('clients are told how much they may upload', async () => {
  const { state } = await ada.listen()

  expect(state).toMatchObject({
    max_file_upload_size_mib: 25,
    max_avatar_file_size_mib: 5,
    max_icon_file_size_mib: 5,
    max_logo_file_size_mib: 5,
    realm_upload_quota_mib: 1000,
  })
  expect(uploadLimits({})).toEqual({
    max_file_upload_size_mib: 0,
    max_avatar_file_size_mib: 0,
    max_icon_file_size_mib: 0,
    max_logo_file_size_mib: 0,
    realm_upload_quota_mib: 8000,
  })
  expect(uploadLimits({ UPLOAD_QUOTA_MIB: 'off' })).toMatchObject({ realm_upload_quota_mib: null })
})
