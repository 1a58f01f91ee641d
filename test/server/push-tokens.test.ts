import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
})

const apns = '/users/me/apns_device_token'
const gcm = '/users/me/android_gcm_reg_id'

describe.each([
  { path: apns, token: 'YXBwbGU=' },
  { path: gcm, token: 'c1:APA91b-ä' },
])('a token at $path', ({ path, token }) => {
  test('can be taken back once, however often it was given', async () => {
    await ada.post(path, { token })
    await ada.post(path, { token, appid: 'chat.rivulet' })

    await ada.delete(path, { token })

    expect(await ada.ask('DELETE', path, { token })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('is not taken back by somebody else', async () => {
    const grace = await realm.user(`grace-${path.length}`)
    await ada.post(path, { token })

    expect(await grace.ask('DELETE', path, { token })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })

    await ada.delete(path, { token })
  })

  test('may have 4096 characters and no more', async () => {
    await ada.post(path, { token: 'A'.repeat(4096) })

    expect(await ada.ask('POST', path, { token: 'A'.repeat(4097) })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await ada.ask('POST', path, { token: '' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await ada.ask('POST', path)).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
  })

  test('is not for bots, but for guests', async () => {
    const bot = await realm.bot(`bot-${path.length}`, ada)
    const guest = await realm.user(`guest-${path.length}`, { role: 600 })

    expect(await bot.ask('POST', path, { token })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await bot.ask('DELETE', path, { token })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    await guest.post(path, { token })
  })
})

test.each(['not base64!', 'A', 'AB=', 'AB==CD==', 'YXBw\nbGU='])('refuses %j as a token of Apple', async (token) => {
  expect(await ada.ask('POST', apns, { token })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
})

test('does not take a token of one service for one of the other', async () => {
  await ada.post(gcm, { token: 'ABCD' })

  expect(await ada.ask('DELETE', apns, { token: 'ABCD' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
})

test('forgets the oldest of too many devices', async () => {
  const grace = await realm.user('grace')
  await env.DB.prepare(
    `with recursive number (value) as (select 1 union all select value + 1 from number where value < 100)
     insert into push_token (user_id, service, token, registered_at)
     select ?, 'gcm', 'device ' || value, value from number`,
  )
    .bind(grace.id)
    .run()

  await grace.post(gcm, { token: 'a new one' })

  expect(await grace.ask('DELETE', gcm, { token: 'device 1' })).toMatchObject({ status: 400 })
  await grace.delete(gcm, { token: 'device 2' })
  await grace.delete(gcm, { token: 'a new one' })
})
