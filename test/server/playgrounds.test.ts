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

const rust = { name: 'Rust playground', pygments_language: 'Rust', url_prefix: 'https://play.rust-lang.org/?code=' }
const python = { name: 'Python', pygments_language: 'Python 3.x_+-./#', url_prefix: 'http://python.example.com' }

const create = async (params: Params = rust): Promise<number> =>
  (await admin.post('/realm/playgrounds', params))['id'] as number

async function playgrounds(person = ada): Promise<unknown> {
  const { state } = await person.listen({ fetch_event_types: ['realm_playgrounds'] })
  return state['realm_playgrounds']
}

test('playgrounds are told to all who register, in the order of their creation', async () => {
  const ids = [await create(rust), await create(python)]

  expect(await playgrounds()).toEqual([
    { id: ids[0], ...rust },
    { id: ids[1], ...python },
  ])
  expect(await playgrounds(await realm.user('guest', { role: 600 }))).toEqual(await playgrounds())
})

test('a name or a language may be there twice, though not both', async () => {
  await create(rust)

  await create({ ...rust, name: 'Other' })
  await create({ ...rust, pygments_language: 'C' })

  const answer = await admin.ask('POST', '/realm/playgrounds', { ...rust, url_prefix: 'https://x.example.com' })
  expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', errors: { __all__: [answer.msg] } })
  expect(await playgrounds()).toHaveLength(3)
})

test('a playground is deleted, and can be created again', async () => {
  const id = await create()
  const other = await create(python)

  await admin.delete(`/realm/playgrounds/${id}`)

  expect(await playgrounds()).toEqual([{ id: other, ...python }])
  expect(await create()).toBeGreaterThan(other)
})

test('spaces round the values are dropped', async () => {
  const id = await create({ name: ' Rust ', pygments_language: ' Rust ', url_prefix: ' https://play.rust-lang.org ' })

  expect(await playgrounds()).toEqual([
    { id, name: 'Rust', pygments_language: 'Rust', url_prefix: 'https://play.rust-lang.org' },
  ])
})

describe('refused', () => {
  test.each([
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a name with a control character', { name: 'a\0b' }, 'name'],
    ['no language', { pygments_language: '' }, 'pygments_language'],
    ['a language of 41 characters', { pygments_language: 'x'.repeat(41) }, 'pygments_language'],
    ['a language with another character', { pygments_language: 'C*' }, 'pygments_language'],
    ['a language of other letters', { pygments_language: 'Rüst' }, 'pygments_language'],
    ['an address without scheme', { url_prefix: 'play.rust-lang.org' }, 'url_prefix'],
    ['an address of another scheme', { url_prefix: 'javascript:alert(1)' }, 'url_prefix'],
    ['an address with a space', { url_prefix: 'https://play.rust-lang.org/a b' }, 'url_prefix'],
    ['an address that is none', { url_prefix: 'https://[' }, 'url_prefix'],
    ['an address that is too long', { url_prefix: `https://x.com/${'x'.repeat(1000)}` }, 'url_prefix'],
  ])('%s', async (_, wrong, field) => {
    const answer = await admin.ask('POST', '/realm/playgrounds', { ...rust, ...wrong })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(answer['errors']).toEqual({ [field]: [answer.msg] })
    expect(await playgrounds()).toEqual([])
  })

  test.each(['name', 'pygments_language', 'url_prefix'])('an absent %s', async (name) => {
    expect(await admin.ask('POST', '/realm/playgrounds', { ...rust, [name]: undefined })).toMatchObject({
      status: 400,
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: name,
    })
  })

  test('deleting an unknown one, or one of another realm', async () => {
    const id = await create()
    const { id: abroad } = await (await newRealm()).owner.post('/realm/playgrounds', rust)

    for (const unknown of [id + 1, abroad])
      expect(await admin.ask('DELETE', `/realm/playgrounds/${unknown}`)).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
      })
    expect(await playgrounds()).toHaveLength(1)
  })

  test('people who are no administrators', async () => {
    const id = await create()
    const moderator = await realm.user('moderator', { role: 300 })

    for (const person of [moderator, ada]) {
      expect(await person.ask('POST', '/realm/playgrounds', python)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
      expect(await person.ask('DELETE', `/realm/playgrounds/${id}`)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    }
    expect(await playgrounds()).toEqual([{ id, ...rust }])
  })

  test('more than a hundred', async () => {
    for (let index = 0; index < 100; index += 1) await create({ ...rust, name: `Rust ${index}` })

    expect(await admin.ask('POST', '/realm/playgrounds', rust)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('clients', () => {
  test('of everybody, guests and bots too, get the list whenever it changes', async () => {
    const people = [admin, ada, await realm.user('guest', { role: 600 }), await realm.bot('helper', ada)]
    const listeners = await Promise.all(people.map((person) => person.listen()))

    const id = await create()
    await admin.delete(`/realm/playgrounds/${id}`)

    for (const listener of listeners)
      expect(await listener.events()).toEqual([
        { type: 'realm_playgrounds', realm_playgrounds: [{ id, ...rust }] },
        { type: 'realm_playgrounds', realm_playgrounds: [] },
      ])
  })

  test('are also sent after the object restarted', async () => {
    const listener = await ada.listen()
    await create()

    await realm.evict()

    expect(await listener.events()).toMatchObject([{ type: 'realm_playgrounds', realm_playgrounds: [rust] }])
  })

  test('of other realms get no event, and nobody gets one for a refusal', async () => {
    const abroad = await (await newRealm()).owner.listen()
    const here = await ada.listen()

    await admin.ask('POST', '/realm/playgrounds', { ...rust, name: '' })
    expect(await here.events()).toEqual([])
    await create()

    expect(await abroad.events()).toEqual([])
  })
})
