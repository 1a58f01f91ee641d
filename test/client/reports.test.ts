import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, request, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bot: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bot = await realm.bot('helper', ada)
})

describe('what clients tell of themselves', () => {
  test.each([
    { path: '/report/send_times' },
    { path: '/report/narrow_times' },
    { path: '/report/unnarrow_times' },
    { path: '/report/error' },
  ])('is taken at $path', async ({ path }) => {
    for (const person of [ada, bot]) await person.post(path, { time: 12.5, stacktrace: 'none' })

    expect(await request(realm.host, 'POST', path)).toMatchObject({ status: 401 })
  })

  test('is taken of hints and of the tutorial', async () => {
    await ada.post('/users/me/hotspots', { hotspot: 'intro_reply' })
    await ada.post('/users/me/tutorial_status', { status: 'started' })
    await ada.post('/users/me/tutorial_status', { status: 'finished' })
  })

  test.each([
    { path: '/users/me/hotspots', params: { hotspot: 'intro_reply' } },
    { path: '/users/me/tutorial_status', params: { status: 'finished' } },
  ])('is not taken of bots at $path', async ({ path, params }) => {
    expect(await bot.ask('POST', path, params)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test.each([
    { path: '/users/me/tutorial_status', params: { status: 'waiting' }, code: 'BAD_REQUEST' },
    { path: '/users/me/tutorial_status', params: {}, code: 'REQUEST_VARIABLE_MISSING' },
    { path: '/users/me/hotspots', params: { hotspot: 'x'.repeat(101) }, code: 'BAD_REQUEST' },
    { path: '/users/me/hotspots', params: {}, code: 'REQUEST_VARIABLE_MISSING' },
  ])('is refused at $path with $params', async ({ path, params, code }) => {
    expect(await ada.ask('POST', path, params)).toMatchObject({ status: 400, code })
  })
})

describe('video calls', () => {
  test('of BigBlueButton are refused, as none is configured', async () => {
    const named = await ada.ask('GET', '/calls/bigbluebutton/create', { meeting_name: 'tides' })
    expect(named).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    const nameless = await ada.ask('GET', '/calls/bigbluebutton/create')
    expect(nameless).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
  })

  test('of Zoom are refused, as no account is linked', async () => {
    expect(await ada.ask('POST', '/calls/zoom/create')).toMatchObject({ status: 400, code: 'INVALID_ZOOM_TOKEN' })
    expect(await request(realm.host, 'POST', '/calls/zoom/create')).toMatchObject({ status: 401 })
  })
})
