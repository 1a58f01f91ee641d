import { beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let admin: Person
let ada: Person

beforeEach(async () => {
  realm = await newRealm()
  admin = await realm.user('admin', { role: 200 })
  ada = await realm.user('ada')
})

const bug = { pattern: String.raw`BUG-(?P<n>\d+)`, url_format_string: 'https://bugs.example.com/%(n)s' }
const page = { pattern: 'wiki:(?P<page>[a-z]+)', url_format_string: 'https://wiki.example.com/%(page)s?100%%' }

const create = async (params: Params = bug): Promise<number> =>
  (await admin.post('/realm/filters', params))['id'] as number

const linkifiers = async (person = ada) => (await person.get('/realm/linkifiers'))['linkifiers'] as unknown[]

const storedLinkifier = (id: number, { pattern, url_format_string }: typeof bug) => ({
  id,
  pattern,
  url_format: url_format_string,
})

const renderText = async (content: string): Promise<string> =>
  (await ada.post('/messages/render', { content }))['rendered'] as string

/** What clients are told whenever the list changes. */
const expectedLists = (all: ReturnType<typeof storedLinkifier>[]) => [
  { type: 'realm_linkifiers', realm_linkifiers: all },
  { type: 'realm_filters', realm_filters: all.map(({ id, pattern, url_format }) => [pattern, url_format, id]) },
]

describe('linkifiers', () => {
  test('are listed for everybody, in the order of their creation', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const bot = await realm.bot('helper', ada)

    const ids = [await create(page), await create(bug)]

    for (const person of [ada, guest, bot])
      expect(await linkifiers(person)).toEqual([storedLinkifier(ids[0]!, page), storedLinkifier(ids[1]!, bug)])
  })

  test('turn text of messages into links from then on', async () => {
    expect(await renderText('See BUG-12')).toBe('<p>See BUG-12</p>')

    await create()

    expect(await renderText('See BUG-12')).toBe('<p>See <a href="https://bugs.example.com/12">BUG-12</a></p>')
  })

  test('are changed, and keep their place', async () => {
    const ids = [await create(bug), await create(page)]
    const issue = { pattern: String.raw`ISSUE-(?P<i>\d+)`, url_format_string: 'https://issues.example.com/%(i)s' }

    await admin.patch(`/realm/filters/${ids[0]}`, issue)

    expect(await linkifiers()).toEqual([storedLinkifier(ids[0]!, issue), storedLinkifier(ids[1]!, page)])
    expect(await renderText('ISSUE-7, BUG-12')).toBe(
      '<p><a href="https://issues.example.com/7">ISSUE-7</a>, BUG-12</p>',
    )
  })

  test('are changed in their address only', async () => {
    const id = await create()
    const moved = { ...bug, url_format_string: 'http://old.example.com/%(n)s' }

    await admin.patch(`/realm/filters/${id}`, moved)

    expect(await linkifiers()).toEqual([storedLinkifier(id, moved)])
  })

  test('are deleted, and can be created again', async () => {
    const id = await create()

    await admin.delete(`/realm/filters/${id}`)

    expect(await linkifiers()).toEqual([])
    expect(await renderText('See BUG-12')).toBe('<p>See BUG-12</p>')
    expect(await create()).toBeGreaterThan(id)
  })

  test('of other realms are other ones', async () => {
    const abroad = await newRealm()
    const { id } = await abroad.owner.post('/realm/filters', bug)

    expect(await linkifiers()).toEqual([])
    expect(await admin.ask('DELETE', `/realm/filters/${id}`)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await linkifiers(abroad.owner)).toHaveLength(1)
  })
})

describe('administrators only', () => {
  test.each([
    ['POST', '/realm/filters'],
    ['PATCH', '/realm/filters/1'],
    ['DELETE', '/realm/filters/1'],
  ])('%s %s', async (method, path) => {
    const moderator = await realm.user('moderator', { role: 300 })

    for (const person of [moderator, ada])
      expect(await person.ask(method, path, bug)).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(await linkifiers()).toEqual([])
  })
})

describe('refused', () => {
  const without = 'https://bugs.example.com/'
  test.each([
    ['an empty pattern', { ...bug, pattern: '' }, 'pattern'],
    ['a pattern that does not compile', { ...bug, pattern: '(?P<n>' }, 'pattern'],
    ['a pattern that looks ahead', { ...bug, pattern: '(?P<n>x)(?=y)' }, 'pattern'],
    ['a pattern that refers back', { ...bug, pattern: String.raw`(?P<n>x)\1` }, 'pattern'],
    ['a pattern that would become huge', { ...bug, pattern: '(?P<n>((x{100}){100}){100})' }, 'pattern'],
    ['a pattern with a null byte', { ...bug, pattern: '(?P<n>a\0b)' }, 'pattern'],
    ['a pattern that is too long', { ...bug, pattern: `(?P<n>${'x'.repeat(5000)})` }, 'pattern'],
    ['an address without scheme', { ...bug, url_format_string: 'bugs.example.com/%(n)s' }, 'url_format_string'],
    ['an address of another scheme', { ...bug, url_format_string: 'javascript:alert(%(n)s)' }, 'url_format_string'],
    ['a lone percent sign', { ...bug, url_format_string: 'https://x.com/%(n)s?100%' }, 'url_format_string'],
    [
      'an address that is too long',
      { ...bug, url_format_string: `${without}${'x'.repeat(5000)}%(n)s` },
      'url_format_string',
    ],
    ['an address without the group', { ...bug, url_format_string: without }, '__all__'],
    ['an address with an unknown group', { ...bug, url_format_string: `${without}%(n)s/%(m)s` }, '__all__'],
    ['a pattern that is there already', { ...bug, url_format_string: 'https://other.example.com/%(n)s' }, '__all__'],
  ])('%s', async (_, params, field) => {
    await create(bug)
    const other = await create(page)

    for (const [method, path] of [
      ['POST', '/realm/filters'],
      ['PATCH', `/realm/filters/${other}`],
    ] as const) {
      const answer = await admin.ask(method, path, params)
      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      expect(answer['errors']).toEqual({ [field]: [answer.msg] })
    }
    expect(await linkifiers()).toMatchObject([{ pattern: bug.pattern }, { pattern: page.pattern }])
  })

  test.each(['pattern', 'url_format_string'])('an absent %s', async (name) => {
    const id = await create()

    for (const [method, path] of [
      ['POST', '/realm/filters'],
      ['PATCH', `/realm/filters/${id}`],
    ] as const)
      expect(await admin.ask(method, path, { ...page, [name]: undefined })).toMatchObject({
        status: 400,
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: name,
      })
  })

  test.each(['PATCH', 'DELETE'])('%s of an unknown one', async (method) => {
    const id = await create()

    expect(await admin.ask(method, `/realm/filters/${id + 1}`, page)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
    expect(await linkifiers()).toEqual([storedLinkifier(id, bug)])
  })

  test('more than a hundred', async () => {
    for (let index = 0; index < 100; index += 1)
      await create({ pattern: `${'x'.repeat(index + 1)}-(?P<n>y)`, url_format_string: bug.url_format_string })

    expect(await admin.ask('POST', '/realm/filters', bug)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('clients', () => {
  test('begin with the list, in both forms', async () => {
    const id = await create()

    const { state } = await ada.listen()

    expect(state['realm_linkifiers']).toEqual([storedLinkifier(id, bug)])
    expect(state['realm_filters']).toEqual([[bug.pattern, bug.url_format_string, id]])
  })

  test('of everybody, guests and bots too, get the list whenever it changes', async () => {
    const people = [admin, ada, await realm.user('guest', { role: 600 }), await realm.bot('helper', ada)]
    const listeners = await Promise.all(people.map((person) => person.listen()))

    const id = await create(bug)
    await admin.patch(`/realm/filters/${id}`, page)
    await admin.delete(`/realm/filters/${id}`)

    for (const listener of listeners)
      expect(await listener.events()).toEqual([
        ...expectedLists([storedLinkifier(id, bug)]),
        ...expectedLists([storedLinkifier(id, page)]),
        ...expectedLists([]),
      ])
  })

  test('are also sent after the object restarted', async () => {
    const listener = await ada.listen()
    const id = await create()

    await realm.evict()

    expect(await listener.events()).toEqual(expectedLists([storedLinkifier(id, bug)]))
  })

  test('of other realms get no event, and nobody gets one for a refusal', async () => {
    const abroad = await (await newRealm()).owner.listen()
    const here = await ada.listen()

    await admin.ask('POST', '/realm/filters', { ...bug, pattern: '(' })
    await ada.ask('POST', '/realm/filters', bug)
    expect(await here.events()).toEqual([])
    await create()

    expect(await abroad.events()).toEqual([])
  })
})
