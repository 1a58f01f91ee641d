import { beforeAll, describe, expect, test } from 'vitest'
import { costOf, newRealm, request, type Params, type Person, type TestRealm } from '../kit'

const shortText = 1
const longText = 2
const select = 3
const date = 4
const link = 5
const users = 6
const externalAccount = 7

interface Field {
  id: number
  name: string
  type: number
  hint: string
  field_data: string
  order: number
}

const badRequest = { status: 400, code: 'BAD_REQUEST' }
const unauthorized = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' }
const snacks = { 0: { text: 'Apple', order: '1' }, 1: { text: 'Bread', order: '2' } }

async function create(by: Person, params: Params): Promise<number> {
  const { id } = await by.post('/realm/profile_fields', params)
  return id as number
}

async function fieldsOf(person: Person): Promise<Field[]> {
  return (await person.get('/realm/profile_fields'))['custom_fields'] as Field[]
}

const fieldOf = async (person: Person, id: number) => (await fieldsOf(person)).find((field) => field.id === id)

const tell = (person: Person, id: number, value: unknown) =>
  person.ask('PATCH', '/users/me/profile_data', { data: [{ id, value }] })

type ProfileData = Record<string, { value: string; rendered_value?: string }>

async function profileOf(person: Person, by = person.realm.owner): Promise<ProfileData> {
  const { user } = await by.get(`/users/${person.id}`, { include_custom_profile_fields: true })
  return (user as { profile_data: ProfileData }).profile_data
}

describe('fields', () => {
  test('a new realm has none', async () => {
    const realm = await newRealm()

    expect(await fieldsOf(realm.owner)).toEqual([])
  })

  test.each([
    { type: shortText, field_data: undefined, stored: '' },
    { type: longText, field_data: undefined, stored: '' },
    { type: select, field_data: snacks, stored: JSON.stringify(snacks) },
    { type: date, field_data: undefined, stored: '' },
    { type: link, field_data: undefined, stored: '' },
    { type: users, field_data: undefined, stored: '' },
    {
      type: externalAccount,
      field_data: { subtype: 'custom', url_pattern: 'https://example.com/%(username)s' },
      stored: '{"subtype":"custom","url_pattern":"https://example.com/%(username)s"}',
    },
  ])('a field of type $type is created as described', async ({ type, field_data, stored }) => {
    const { owner } = await newRealm()

    const id = await create(owner, { name: '  Snack ', hint: ' or drink ', field_type: type, field_data })

    expect(await fieldsOf(owner)).toEqual([{ id, name: 'Snack', hint: 'or drink', type, field_data: stored, order: 0 }])
  })

  test.each([
    { subtype: 'twitter', name: 'Twitter username' },
    { subtype: 'github', name: 'GitHub username' },
  ])('the server names the field for $subtype', async ({ subtype, name }) => {
    const { owner } = await newRealm()
    const field_data = { subtype, url_pattern: 'https://elsewhere.example/%(username)s' }

    await create(owner, { name: 'My own name', hint: 'my own hint', field_type: externalAccount, field_data })
    const [field] = await fieldsOf(owner)

    expect(field).toMatchObject({ name, hint: '', field_data: JSON.stringify({ subtype }) })
  })

  test('the field of an account that the server knows needs no name', async () => {
    const { owner } = await newRealm()

    await create(owner, { field_type: externalAccount, field_data: { subtype: 'github' } })
  })

  test('numbers are accepted as the order of choices, which are texts when they are read', async () => {
    const { owner } = await newRealm()

    await create(owner, { name: 'Snack', field_type: select, field_data: { a: { text: 'Apple', order: 1 } } })
    const [field] = await fieldsOf(owner)

    expect(JSON.parse(field!.field_data)).toEqual({ a: { text: 'Apple', order: '1' } })
  })

  test('everybody sees them, a guest and a bot too', async () => {
    const realm = await newRealm()
    const guest = await realm.user('gus', { role: 600 })
    const bot = await realm.bot('helper', realm.owner)
    await create(realm.owner, { name: 'Motto', field_type: shortText })

    expect(await fieldsOf(guest)).toEqual(await fieldsOf(realm.owner))
    expect(await fieldsOf(bot)).toEqual(await fieldsOf(realm.owner))
  })

  test('those of another realm are not seen, and may have the same label', async () => {
    const [one, other] = [await newRealm(), await newRealm()]
    const id = await create(one.owner, { name: 'Motto', field_type: shortText })

    expect(await fieldsOf(other.owner)).toEqual([])
    await create(other.owner, { name: 'Motto', field_type: shortText })
    expect(await other.owner.ask('DELETE', `/realm/profile_fields/${id}`)).toMatchObject(badRequest)
    expect(await other.owner.ask('PATCH', `/realm/profile_fields/${id}`, { name: 'X' })).toMatchObject(badRequest)
    expect(await tell(other.owner, id, 'x')).toMatchObject(badRequest)
  })

  test('nobody sees them without credentials', async () => {
    const realm = await newRealm()

    expect(await request(realm.host, 'GET', '/realm/profile_fields')).toMatchObject({ status: 401 })
  })
})

describe('a field is not created', () => {
  let realm: TestRealm

  beforeAll(async () => {
    realm = await newRealm()
    await create(realm.owner, { name: 'Taken', field_type: shortText })
    await create(realm.owner, { field_type: externalAccount, field_data: { subtype: 'twitter' } })
  })

  const text = { name: 'Motto', field_type: shortText }
  const choice = { name: 'Snack', field_type: select }
  const account = { name: 'Account', field_type: externalAccount }
  const custom = (url_pattern: unknown) => ({ ...account, field_data: { subtype: 'custom', url_pattern } })

  test.each<{ because: string; params: Params; code?: string }>([
    { because: 'it has no type', params: { name: 'Motto' }, code: 'REQUEST_VARIABLE_MISSING' },
    { because: 'there is no such type', params: { ...text, field_type: 8 } },
    { because: 'the type is a word', params: { ...text, field_type: 'text' } },
    { because: 'it has no label', params: { field_type: shortText } },
    { because: 'the label is blank', params: { ...text, name: '  ' } },
    { because: 'the label is too long', params: { ...text, name: 'x'.repeat(41) } },
    { because: 'the label is far too long', params: { ...text, name: 'x'.repeat(5000) } },
    { because: 'the label has control characters', params: { ...text, name: 'Mot\u0000to' } },
    { because: 'the hint is too long', params: { ...text, hint: 'x'.repeat(81) } },
    { because: 'the label is taken', params: { ...text, name: 'Taken' } },
    { because: 'the label is taken in another case', params: { ...text, name: 'TAKEN' } },
    { because: 'the account is there already', params: { ...account, field_data: { subtype: 'twitter' } } },
    { because: 'nothing can be chosen', params: choice },
    { because: 'the choices are empty', params: { ...choice, field_data: {} } },
    { because: 'the choices are a list', params: { ...choice, field_data: [] } },
    { because: 'a choice is a text', params: { ...choice, field_data: { a: 'Apple' } } },
    { because: 'a choice has no text', params: { ...choice, field_data: { a: { order: '1' } } } },
    { because: 'the text of a choice is blank', params: { ...choice, field_data: { a: { text: ' ', order: '1' } } } },
    { because: 'a choice has no order', params: { ...choice, field_data: { a: { text: 'Apple' } } } },
    { because: 'the order of a choice is empty', params: { ...choice, field_data: { a: { text: 'A', order: '' } } } },
    {
      because: 'a choice has something else',
      params: { ...choice, field_data: { a: { text: 'Apple', order: '1', price: '2' } } },
    },
    { because: 'the key of a choice is blank', params: { ...choice, field_data: { ' ': { text: 'A', order: '1' } } } },
    {
      because: 'two choices are alike',
      params: { ...choice, field_data: { a: { text: 'Apple', order: '1' }, b: { text: 'Apple', order: '2' } } },
    },
    {
      because: 'there are too many choices',
      params: {
        ...choice,
        field_data: Object.fromEntries(Array.from({ length: 251 }, (_, n) => [n, { text: `${n}`, order: `${n}` }])),
      },
    },
    { because: 'the account is no particular one', params: account },
    { because: 'the account is unknown', params: { ...account, field_data: { subtype: 'myspace' } } },
    { because: 'the account is a name of the language', params: { ...account, field_data: { subtype: 'toString' } } },
    { because: 'the account has no pattern', params: { ...account, field_data: { subtype: 'custom' } } },
    { because: 'the pattern has no place for the name', params: custom('https://example.com/') },
    { because: 'the pattern has two', params: custom('https://example.com/%(username)s/%(username)s') },
    { because: 'the pattern is no address', params: custom('example %(username)s') },
    { because: 'the pattern would run something', params: custom('javascript:alert(%(username)s)') },
    {
      because: 'the account has something else',
      params: { ...account, field_data: { subtype: 'github', color: 'red' } },
    },
    { because: 'its data is no JSON', params: { ...choice, field_data: 'apples' } },
  ])('because $because', async ({ params, code = 'BAD_REQUEST' }) => {
    expect(await realm.owner.ask('POST', '/realm/profile_fields', params)).toMatchObject({ status: 400, code })

    expect(await fieldsOf(realm.owner)).toHaveLength(2)
  })

  test('because there are a hundred', async () => {
    const { owner } = await newRealm()
    const names = Array.from({ length: 101 }, (_, n) => `Field ${n}`)

    const answers = await Promise.all(
      names.map((name) => owner.ask('POST', '/realm/profile_fields', { name, field_type: shortText })),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(await fieldsOf(owner)).toHaveLength(100)
  })

  test('twice under one label, whoever comes first', async () => {
    const { owner } = await newRealm()

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.ask('POST', '/realm/profile_fields', text)),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await fieldsOf(owner)).toHaveLength(1)
  })
})

describe('who may change fields', () => {
  let realm: TestRealm
  let id: number

  beforeAll(async () => {
    realm = await newRealm()
    id = await create(realm.owner, { name: 'Motto', field_type: shortText })
  })

  const attempts: [string, string, () => string, () => Params][] = [
    ['creates', 'POST', () => '/realm/profile_fields', () => ({ name: 'Other', field_type: shortText })],
    ['orders', 'PATCH', () => '/realm/profile_fields', () => ({ order: [id] })],
    ['changes', 'PATCH', () => `/realm/profile_fields/${id}`, () => ({ name: 'Slogan' })],
    ['deletes', 'DELETE', () => `/realm/profile_fields/${id}`, () => ({})],
  ]

  test.each(attempts)('nobody below an administrator %s them', async (_, method, path, params) => {
    for (const role of [300, 400, 600]) {
      const person = await realm.user(`${method}-${role}-${path().length}`, { role })
      expect(await person.ask(method, path(), params())).toMatchObject(unauthorized)
    }
    expect(await fieldsOf(realm.owner)).toMatchObject([{ id, name: 'Motto' }])
  })

  test('an administrator does, be it a bot', async () => {
    for (const by of [
      await realm.user('admin', { role: 200 }),
      await realm.bot('machine', realm.owner, { role: 200 }),
    ]) {
      const created = await create(by, { name: 'Other', field_type: shortText })
      await by.must('PATCH', '/realm/profile_fields', { order: [created, id] })
      await by.must('PATCH', `/realm/profile_fields/${created}`, { name: 'Another' })
      await by.delete(`/realm/profile_fields/${created}`)
    }
  })
})

describe('changing a field', () => {
  let realm: TestRealm

  beforeAll(async () => {
    realm = await newRealm()
  })

  const change = (id: number, params: Params) => realm.owner.ask('PATCH', `/realm/profile_fields/${id}`, params)

  test('what is not given stays', async () => {
    const id = await create(realm.owner, { name: 'Motto', hint: 'short', field_type: shortText })

    await change(id, { name: 'Slogan' })
    expect(await fieldOf(realm.owner, id)).toMatchObject({ name: 'Slogan', hint: 'short' })

    await change(id, { hint: '' })
    expect(await fieldOf(realm.owner, id)).toMatchObject({ name: 'Slogan', hint: '' })
  })

  test('its label may change in case only', async () => {
    const id = await create(realm.owner, { name: 'mood', field_type: shortText })

    await change(id, { name: 'Mood' })

    expect(await fieldOf(realm.owner, id)).toMatchObject({ name: 'Mood' })
  })

  test('the label that it gave up is free', async () => {
    const id = await create(realm.owner, { name: 'Before', field_type: shortText })

    await change(id, { name: 'After' })

    await create(realm.owner, { name: 'Before', field_type: shortText })
    expect(
      await realm.owner.ask('POST', '/realm/profile_fields', { name: 'after', field_type: shortText }),
    ).toMatchObject(badRequest)
  })

  test('values that can no longer be chosen go, others stay', async () => {
    const [ada, bea] = [await realm.user('ada'), await realm.user('bea')]
    const id = await create(realm.owner, { name: 'Snack', field_type: select, field_data: snacks })
    await tell(ada, id, '0')
    await tell(bea, id, '1')

    const fewer = { 1: { text: 'Toast', order: '1' }, 2: { text: 'Cake', order: '2' } }
    expect(await change(id, { field_data: fewer })).toMatchObject({ status: 200 })

    expect(await profileOf(ada)).toEqual({})
    expect(await profileOf(bea)).toEqual({ [id]: { value: '1' } })
    expect(await tell(ada, id, '0')).toMatchObject(badRequest)
    expect(await tell(ada, id, '2')).toMatchObject({ status: 200 })
  })

  test('a custom account gets another pattern', async () => {
    const id = await create(realm.owner, {
      name: 'Forge',
      field_type: externalAccount,
      field_data: { subtype: 'custom', url_pattern: 'https://old.example/%(username)s' },
    })
    const field_data = { subtype: 'custom', url_pattern: 'https://new.example/%(username)s' }

    await change(id, { field_data })

    expect(await fieldOf(realm.owner, id)).toMatchObject({ name: 'Forge', field_data: JSON.stringify(field_data) })
  })

  test.each<{ because: string; params: Params }>([
    { because: 'the label is blank', params: { name: ' ' } },
    { because: 'the label is too long', params: { name: 'x'.repeat(41) } },
    { because: 'the hint is too long', params: { hint: 'x'.repeat(81) } },
    { because: 'the label is taken', params: { name: 'Occupied' } },
    { because: 'nothing could be chosen', params: { field_data: {} } },
  ])('it stays as it is because $because', async ({ because, params }) => {
    if (!(await fieldsOf(realm.owner)).some(({ name }) => name === 'Occupied'))
      await create(realm.owner, { name: 'Occupied', field_type: shortText })
    const name = `Stays: ${because}`
    const id = await create(realm.owner, { name, hint: 'same', field_type: select, field_data: snacks })

    expect(await change(id, params)).toMatchObject(badRequest)

    expect(await fieldOf(realm.owner, id)).toMatchObject({ name, hint: 'same', field_data: JSON.stringify(snacks) })
  })

  test('a custom account does not become one that the server knows', async () => {
    const id = await create(realm.owner, {
      name: 'Elsewhere',
      field_type: externalAccount,
      field_data: { subtype: 'custom', url_pattern: 'https://old.example/%(username)s' },
    })

    expect(await change(id, { field_data: { subtype: 'github' } })).toMatchObject(badRequest)
  })

  test('an account that the server knows is not edited, but deleted', async () => {
    const id = await create(realm.owner, { field_type: externalAccount, field_data: { subtype: 'github' } })

    expect(await change(id, { name: 'Octocat' })).toMatchObject(badRequest)

    await realm.owner.delete(`/realm/profile_fields/${id}`)
    expect(await fieldOf(realm.owner, id)).toBeUndefined()
  })

  test('there is no such field', async () => {
    expect(await change(987_654, { name: 'Ghost' })).toMatchObject(badRequest)
    expect(await realm.owner.ask('DELETE', '/realm/profile_fields/987654')).toMatchObject(badRequest)
  })

  test('a deleted field takes its values along, and no others', async () => {
    const cy = await realm.user('cy')
    const kept = await create(realm.owner, { name: 'Kept', field_type: shortText })
    const dropped = await create(realm.owner, { name: 'Dropped', field_type: shortText })
    await tell(cy, kept, 'this')
    await tell(cy, dropped, 'that')

    await realm.owner.delete(`/realm/profile_fields/${dropped}`)

    expect(await profileOf(cy)).toMatchObject({ [kept]: { value: 'this' } })
    expect(await profileOf(cy)).not.toHaveProperty([dropped])
    expect(await tell(cy, dropped, 'again')).toMatchObject(badRequest)
    await create(realm.owner, { name: 'Dropped', field_type: shortText })
  })
})

describe('the order of fields', () => {
  let realm: TestRealm
  let ids: number[]

  beforeAll(async () => {
    realm = await newRealm()
    ids = []
    for (const name of ['One', 'Two', 'Three']) ids.push(await create(realm.owner, { name, field_type: shortText }))
  })

  const order = (wanted: unknown) => realm.owner.ask('PATCH', '/realm/profile_fields', { order: wanted })
  const readFieldNames = async () => (await fieldsOf(realm.owner)).map(({ name }) => name)

  test('is that of creation, until it is changed', async () => {
    expect(await readFieldNames()).toEqual(['One', 'Two', 'Three'])

    expect(await order([ids[2], ids[0], ids[1]])).toMatchObject({ status: 200 })

    expect(await readFieldNames()).toEqual(['Three', 'One', 'Two'])
    expect((await fieldsOf(realm.owner)).map((field) => field.order)).toEqual([0, 1, 2])
  })

  test.each([
    { what: 'without one of them', wanted: () => ids.slice(1) },
    { what: 'with one twice', wanted: () => [...ids, ids[0]] },
    { what: 'with one twice instead of another', wanted: () => [ids[0], ids[0], ids[1]] },
    { what: 'with an unknown one', wanted: () => [...ids.slice(1), 987_654] },
    { what: 'of none', wanted: () => [] },
    { what: 'of words', wanted: () => ['One', 'Two', 'Three'] },
  ])('an order $what is refused', async ({ wanted }) => {
    const before = await readFieldNames()

    expect(await order(wanted())).toMatchObject(badRequest)

    expect(await readFieldNames()).toEqual(before)
  })

  test('a new field comes last', async () => {
    await order([ids[1], ids[2], ids[0]])

    const id = await create(realm.owner, { name: 'Four', field_type: shortText })

    expect(await readFieldNames()).toEqual(['Two', 'Three', 'One', 'Four'])
    await realm.owner.delete(`/realm/profile_fields/${id}`)
  })
})

describe('values', () => {
  let realm: TestRealm
  let ada: Person
  let bea: Person
  let bot: Person
  let gone: Person
  const ids: Record<number, number> = {}

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    bea = await realm.user('bea')
    bot = await realm.bot('helper', ada)
    gone = await realm.user('gone')
    await realm.deactivate(gone)
    for (const type of [shortText, longText, date, link, users])
      ids[type] = await create(realm.owner, { name: `Type ${type}`, field_type: type })
    ids[select] = await create(realm.owner, { name: 'Snack', field_type: select, field_data: snacks })
    const field_data = { subtype: 'github' }
    ids[externalAccount] = await create(realm.owner, { field_type: externalAccount, field_data })
  })

  test.each([
    { type: shortText, value: 'carry *on*', rendered_value: '<p>carry <em>on</em></p>' },
    { type: shortText, value: '𝒜'.repeat(50), rendered_value: `<p>${'𝒜'.repeat(50)}</p>` },
    { type: longText, value: 'x'.repeat(500), rendered_value: `<p>${'x'.repeat(500)}</p>` },
    { type: longText, value: '<b>&', rendered_value: '<p>&lt;b&gt;&amp;</p>' },
    { type: select, value: '1' },
    { type: date, value: '1815-12-10' },
    { type: date, value: '2024-02-29' },
    { type: link, value: 'https://example.com/ada?q=1#top' },
    { type: externalAccount, value: 'ada' },
  ])('a field of type $type takes $value', async ({ type, value, rendered_value }) => {
    expect(await tell(ada, ids[type]!, value)).toMatchObject({ status: 200, msg: '' })

    const told = (await profileOf(ada))[ids[type]!]
    expect(told).toEqual({ value, ...(rendered_value !== undefined && { rendered_value }) })
  })

  test('a list of users is told as JSON, each of them once', async () => {
    await tell(ada, ids[users]!, [bea.id, ada.id, bea.id])

    expect((await profileOf(ada))[ids[users]!]).toEqual({ value: JSON.stringify([bea.id, ada.id]) })
  })

  test('a mention in a profile calls nobody', async () => {
    await tell(ada, ids[shortText]!, '@**Bea** @**all**')

    expect((await profileOf(ada))[ids[shortText]!]!.rendered_value).not.toContain(`data-user-id="${bea.id}"`)
  })

  test.each<{ type: number; value: unknown }>([
    { type: shortText, value: 'x'.repeat(51) },
    { type: shortText, value: 'nul\0l' },
    { type: shortText, value: [1] },
    { type: shortText, value: 5 },
    { type: shortText, value: true },
    { type: shortText, value: { text: 'x' } },
    { type: longText, value: 'x'.repeat(501) },
    { type: select, value: '2' },
    { type: select, value: 'Apple' },
    { type: select, value: 'toString' },
    { type: select, value: '__proto__' },
    { type: select, value: [0] },
    { type: date, value: '10.12.1815' },
    { type: date, value: '2023-02-29' },
    { type: date, value: '2023-2-9' },
    { type: date, value: '2023-13-01' },
    { type: date, value: '2023-01-01T00:00' },
    { type: link, value: 'example.com' },
    { type: link, value: 'javascript:alert(1)' },
    { type: link, value: 'https://' },
    { type: link, value: 'https://example.com/a b' },
    { type: link, value: `https://example.com/${'x'.repeat(2048)}` },
    { type: users, value: 'ada' },
    { type: users, value: '[1]' },
    { type: users, value: [987_654] },
    { type: users, value: ['ada@example.com'] },
    { type: externalAccount, value: 'x'.repeat(51) },
  ])('a field of type $type refuses $value', async ({ type, value }) => {
    const before = await profileOf(ada)

    expect(await tell(ada, ids[type]!, value)).toMatchObject(badRequest)

    expect(await profileOf(ada)).toEqual(before)
  })

  test('a list of users names at most a hundred', async () => {
    const value = Array.from({ length: 101 }, (_, n) => n)

    expect(await tell(ada, ids[users]!, value)).toMatchObject({ status: 400, msg: expect.stringContaining('too many') })
    expect(await tell(ada, ids[users]!, value.slice(1))).toMatchObject({
      msg: expect.stringContaining('Invalid user ID'),
    })
  })

  test('a list of users names active people of the realm', async () => {
    const abroad = await newRealm()

    expect(await tell(ada, ids[users]!, [bot.id])).toMatchObject(badRequest)
    expect(await tell(ada, ids[users]!, [gone.id])).toMatchObject(badRequest)
    expect(await tell(ada, ids[users]!, [bea.id, abroad.owner.id])).toMatchObject(badRequest)
  })

  test.each([
    { value: '', type: shortText },
    { value: '  ', type: longText },
    { value: null, type: date },
    { value: '', type: select },
    { value: '', type: users },
    { value: [], type: users },
    { value: [], type: shortText },
  ])('$value takes away what was told in a field of type $type', async ({ value, type }) => {
    const present = { [shortText]: 'x', [longText]: 'x', [date]: '2000-01-01', [select]: '0', [users]: [ada.id] }[type]
    expect(await tell(bea, ids[type]!, present)).toMatchObject({ status: 200 })

    expect(await tell(bea, ids[type]!, value)).toMatchObject({ status: 200 })

    expect(await profileOf(bea)).toEqual({})
  })

  test('one bad value, and nothing is told', async () => {
    const data = [
      { id: ids[shortText], value: 'fine' },
      { id: ids[date], value: 'some day' },
    ]

    expect(await bea.ask('PATCH', '/users/me/profile_data', { data })).toMatchObject(badRequest)

    expect(await profileOf(bea)).toEqual({})
  })

  test('of two values for one field the last counts', async () => {
    const id = ids[shortText]
    const entries = ['first', '', 'last'].map((value) => ({ id, value }))
    await bea.must('PATCH', '/users/me/profile_data', { data: entries })
    expect(await profileOf(bea)).toMatchObject({ [id!]: { value: 'last' } })

    await bea.must('PATCH', '/users/me/profile_data', { data: [...entries, { id, value: null }] })
    expect(await profileOf(bea)).toEqual({})
  })

  test('values are taken back by the ids of their fields, whether there are any or not', async () => {
    await tell(bea, ids[shortText]!, 'hello')
    await tell(bea, ids[link]!, 'https://example.com')

    await bea.delete('/users/me/profile_data', { data: [ids[shortText], ids[date]] })

    expect(await profileOf(bea)).toEqual({ [ids[link]!]: { value: 'https://example.com' } })
    await bea.delete('/users/me/profile_data', { data: [ids[link]] })
  })

  test('what others tell in the same field stays', async () => {
    await tell(ada, ids[date]!, '1815-12-10')
    await tell(bea, ids[date]!, '1990-01-01')

    await bea.delete('/users/me/profile_data', { data: [ids[date]] })

    expect(await profileOf(ada)).toMatchObject({ [ids[date]!]: { value: '1815-12-10' } })
  })

  test.each([
    { what: 'an unknown field', data: [987_654] },
    { what: 'a word', data: ['motto'] },
    { what: 'no list', data: 5 },
  ])('$what is not taken back', async ({ data }) => {
    expect(await bea.ask('DELETE', '/users/me/profile_data', { data })).toMatchObject(badRequest)
  })

  test('data must be given', async () => {
    for (const method of ['PATCH', 'DELETE'])
      expect(await bea.ask(method, '/users/me/profile_data')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
  })

  test('a guest has a profile, and a bot has none', async () => {
    const guest = await realm.user('gus', { role: 600 })

    expect(await tell(guest, ids[shortText]!, 'hello')).toMatchObject({ status: 200 })
    expect(await tell(bot, ids[shortText]!, 'beep')).toMatchObject(badRequest)
    expect(await bot.ask('DELETE', '/users/me/profile_data', { data: [ids[shortText]] })).toMatchObject(badRequest)

    expect(await profileOf(guest)).toMatchObject({ [ids[shortText]!]: { value: 'hello' } })
  })
})

describe('profiles among users', () => {
  let realm: TestRealm
  let ada: Person
  let bea: Person
  let bot: Person
  let motto: number

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    bea = await realm.user('bea')
    bot = await realm.bot('helper', ada)
    motto = await create(realm.owner, { name: 'Motto', field_type: shortText })
    await tell(ada, motto, 'carry on')
  })

  const carryOn = () => ({ [motto]: { value: 'carry on', rendered_value: '<p>carry on</p>' } })
  const asked = { include_custom_profile_fields: true }

  test('are listed when they are asked for, of people who told nothing too', async () => {
    const { members } = await bea.get('/users', asked)

    const profiles = new Map((members as { user_id: number }[]).map((user) => [user.user_id, user]))
    expect(profiles.get(ada.id)).toMatchObject({ profile_data: carryOn() })
    expect(profiles.get(bea.id)).toMatchObject({ profile_data: {} })
    expect(profiles.get(bot.id)).not.toHaveProperty('profile_data')
  })

  test('are shown by id and by address', async () => {
    expect((await bea.get(`/users/${ada.id}`, asked))['user']).toMatchObject({ profile_data: carryOn() })
    expect((await bea.get('/users/ADA@example.com', asked))['user']).toMatchObject({ profile_data: carryOn() })
    expect((await bea.get(`/users/${bot.id}`, asked))['user']).not.toHaveProperty('profile_data')
  })

  test('are not told to who does not ask', async () => {
    for (const path of ['/users', `/users/${ada.id}`, '/users/ada@example.com'])
      expect(JSON.stringify(await bea.get(path))).not.toContain('profile_data')
    expect(await ada.get('/users/me', asked)).not.toHaveProperty('profile_data')
  })

  test('cost no further round trip', async () => {
    for (const path of ['/users', `/users/${ada.id}`, '/users/ada@example.com']) {
      await bea.get(path)
      expect(costOf(await bea.get(path, asked)).trips).toBe(1)
    }
  })
})
