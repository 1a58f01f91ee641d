import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { controlClock, advanceClock, releaseClock } from '../kit/clock'
import type { Answer } from '../kit'
import { file, manifest, message, smallChapters, subscription, TestImport } from '../kit/imports'

beforeEach(controlClock)
afterEach(releaseClock)

const batch = (first: number) => Array.from({ length: 100 }, (_, index) => message(first + index))

test('what is unread is right, whether messages come before or after their digests', async () => {
  const spans = [{ from: 1, to: null, unread_from: 200, ended_at: null, ended_name: null }]
  const begun = await TestImport.of(
    (owner) => ({ ...smallChapters(owner), subscriptions: [subscription(10, 21, { spans }), subscription(11, 21)] }),
    { plan: manifest({}, { message: 1000 }) },
  )
  const unread = async () => ((await begun.state())['unread_msgs'] as Answer)['count'] as number
  await begun.send('messages', batch(800), { number: 1 })
  expect(await unread()).toBe(100)
  advanceClock(25 * 3600)
  await begun.realm.ringAlarm()
  expect(
    await env.DB.prepare('select count(*) as digests from message_digest').first<number>('digests'),
  ).toBeGreaterThan(0)
  expect(await unread()).toBe(100)

  await begun.send('messages', batch(300), { number: 2 })
  expect(await unread()).toBe(200)
  await begun.send('messages', batch(100), { number: 3 })
  expect(await unread()).toBe(200)
})

test('files wait for their messages while the import runs, and no longer', async () => {
  const begun = await TestImport.of((owner) => ({ ...smallChapters(owner), files: [file(71)] }))
  await begun.put('attachment', 71, 'tides')
  const maintain = async () => {
    advanceClock(25 * 3600)
    await begun.realm.ringAlarm()
    return env.DB.prepare('select count(*) as files from attachment where id = ?').bind(begun.here(71)).first('files')
  }

  expect(await maintain()).toBe(1)
  await begun.finish()
  expect(await maintain()).toBe(0)
})
