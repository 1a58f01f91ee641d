import { beforeAll, expect, test } from 'vitest'
import { newRealm, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
})

const command = (person: Person, typed: string) => person.post('/zcommand', { command: typed })

test('/ping answers with nothing', async () => {
  expect((await command(ada, '/ping')).msg).toBe('')
})

test.each([
  { typed: '/night', property: 'color_scheme', value: 2 },
  { typed: '/day', property: 'color_scheme', value: 3 },
  { typed: '/fluid-width', property: 'fluid_layout_width', value: true },
  { typed: '/fixed-width', property: 'fluid_layout_width', value: false },
])('$typed changes $property, says so and tells it', async ({ typed, property, value }) => {
  const listener = await ada.listen()

  const { msg } = await command(ada, typed)

  expect(msg).toMatch(/^Changed to /)
  expect(await listener.events('user_settings')).toEqual([{ type: 'user_settings', op: 'update', property, value }])
  expect((await ada.listen()).state['user_settings']).toMatchObject({ [property]: value })
})

test('a command that changes nothing says so and tells nothing', async () => {
  await command(ada, '/night')
  const listener = await ada.listen()

  expect((await command(ada, '/night')).msg).toBe('You have the dark theme already.')
  expect(await listener.events()).toEqual([])
})

test('is open to guests and bots', async () => {
  const bot = await realm.bot('helper', ada)
  const guest = await realm.user('guest', { role: 600 })

  for (const person of [bot, guest]) expect((await command(person, '/night')).msg).toMatch(/^Changed to /)
})

test.each(['', '/', 'ping', ' /ping', '/pong', '/day night', '/constructor'])('refuses %j', async (typed) => {
  expect(await ada.ask('POST', '/zcommand', { command: typed })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
})

test('needs a command', async () => {
  expect(await ada.ask('POST', '/zcommand')).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
})
