/** Exports, copies and archives of an organization whose texts moved; bringing all texts back; and what finds messages by their senders. */
import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newRealm, request, type Person, type TestRealm } from '../kit'
import { requestExport, readExports, requestOwnData, unpackExport, type Export } from '../kit/archives'
import { makeBackup, finishBackups } from '../kit/backups'
import { CopyRun } from '../kit/copies'
import { eraseAccount } from '../kit/erasures'
import { ageMessages, checkIndexes, moveOldTexts, movedIds, oldTextsObject, textsInObject } from '../kit/old-texts'
import { operatorKey } from '../kit/operator-keys'

interface Harbour {
  readonly realm: TestRealm
  readonly ada: Person
  readonly ids: readonly number[]
}

/** An organization with messages of all kinds that are a hundred days old. */
async function harbour(): Promise<Harbour> {
  const realm = await newRealm()
  const { owner } = realm
  const ada = await realm.user('ada')
  await realm.stream('harbour', owner, ada)
  const ids = [
    await ada.send('harbour', 'tides', 'plain words'),
    await owner.send('harbour', 'tides', 'some **bold** words & <i>, \u2028 and “quotes”'),
    await ada.send('harbour', 'boats', 'first'),
    await ada.write([owner], 'for you :smile:'),
  ]
  await ada.patch(`/messages/${ids[2]!}`, { content: 'second `code`' })
  await owner.post(`/messages/${ids[0]!}/reactions`, { emoji_name: 'smile' })
  await owner.patch('/realm', { owner_full_content_access: true })
  await ageMessages(realm, 100)
  return { realm, ada, ids }
}

async function moveTexts(place: Harbour): Promise<void> {
  await place.realm.owner.patch('/realm', { old_texts_after_days: 30 })
  await moveOldTexts(place.realm)
  expect(await movedIds(place.realm)).toEqual(expect.arrayContaining([...place.ids]))
}

/** Does the jobs that wait, until none of a kind is left. */
async function untilReturned(realm: TestRealm): Promise<void> {
  const jobCount = env.DB.prepare(
    `select count(*) as amount from job
    where kind in ('returnOldTexts', 'moveOldTexts') and id > (?1 - 1) * 4294967296 and id <= ?1 * 4294967296`,
  ).bind(realm.id)
  await expect
    .poll(
      async () => {
        await realm.ringAlarm()
        return jobCount.first('amount')
      },
      { timeout: 20_000 },
    )
    .toBe(0)
}

const contents = async (person: Person): Promise<unknown[]> =>
  (await person.messages([], { apply_markdown: false })).map(({ id, content, subject }) => ({ id, content, subject }))

const recordsOf = async ({ realm, ids }: Harbour, export_type: number): Promise<unknown[]> => {
  const archive = await unpackExport(realm, await requestExport(realm.owner, { export_type }))
  const idsInArchive = new Set(ids.map((id) => id - (realm.id - 1) * 2 ** 32).concat(ids))
  return archive.records('messages').filter(({ id }) => idsInArchive.has(id as number))
}

test('exports, copies and backups have the same texts before and after they moved', async () => {
  const place = await harbour()
  const { realm, ids } = place
  const idsInArchive = new Set(ids.map((id) => id - (realm.id - 1) * 2 ** 32))
  const recordsOfCopy = async (): Promise<unknown[]> => {
    const run = await CopyRun.begin(realm.owner, 3)
    return (await run.records('messages')).filter(({ id }) => idsInArchive.has(id as number))
  }
  const before = { all: await recordsOf(place, 3), open: await recordsOf(place, 1), copy: await recordsOfCopy() }
  expect(before.all).toHaveLength(4)
  expect(before.open).toHaveLength(3)

  await moveTexts(place)

  expect(await recordsOf(place, 3)).toEqual(before.all)
  expect(await recordsOf(place, 1)).toEqual(before.open)
  expect(await recordsOfCopy()).toEqual(before.copy)
  expect(await makeBackup(realm)).toMatchObject({ failure: null, verified_timestamp: expect.any(Number) })
})

test('an archive of one’s own data has texts that moved', async () => {
  const place = await harbour()
  await moveTexts(place)

  const archive = await unpackExport(place.realm, { export_url: await requestOwnData(place.ada) })

  expect(archive.records('stream_messages').map(({ content }) => content)).toEqual(['plain words', 'second `code`'])
  expect(archive.records('private_messages').map(({ content }) => content)).toContain('for you :smile:')
})

test('erasing an account with its messages takes their texts out of the object, too', async () => {
  const place = await harbour()
  const { realm, ada, ids } = place
  await moveTexts(place)

  await eraseAccount(realm.owner, ada, 'delete')
  await moveOldTexts(realm)

  expect(await textsInObject(realm, ids)).toEqual([expect.objectContaining({ id: ids[1] })])
  expect(await contents(realm.owner)).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ content: 'plain words' })]),
  )
  await checkIndexes(realm)
})

test('all texts come back when owners want it, with what changed meanwhile, and none moves until it is turned off', async () => {
  const place = await harbour()
  const { realm, ada, ids } = place
  const { owner } = realm
  await moveTexts(place)
  const listener = await owner.listen({ event_types: ['realm'] })
  await ada.patch(`/messages/${ids[2]!}`, { topic: 'ships' })
  const before = await contents(owner)
  expect(await owner.get('/realm/database')).toMatchObject({
    old_texts: { is_available: true, moved_messages: expect.any(Number), waiting_messages: 0, done_on: null },
  })

  expect(await owner.patch('/realm', { return_old_texts: true })).toMatchObject({
    return_old_texts: true,
    old_texts_after_days: null,
  })
  await untilReturned(realm)

  expect(await listener.events('realm')).toEqual(
    expect.arrayContaining([
      { type: 'realm', op: 'update', property: 'return_old_texts', value: true },
      { type: 'realm', op: 'update', property: 'old_texts_after_days', value: null },
    ]),
  )
  expect(await movedIds(realm)).toEqual([])
  expect(await contents(owner)).toEqual(before)
  const results = await owner.messages([['search', 'bold']], { apply_markdown: false })
  expect(results.map(({ id }) => id)).toEqual([ids[1]])
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toEqual([])
  expect(await textsInObject(realm, ids)).toEqual([])
  await checkIndexes(realm)
  expect(await owner.get('/realm/database')).toMatchObject({ old_texts: { moved_messages: 0 } })

  expect(await owner.patch('/realm', { old_texts_after_days: 30 })).toEqual(
    expect.objectContaining({ old_texts_after_days: 30, return_old_texts: false }),
  )
  await moveOldTexts(realm)
  expect((await movedIds(realm)).length).toBeGreaterThan(3)
  expect(await contents(owner)).toEqual(before)
  await checkIndexes(realm)
})

test('texts cannot move and come back at once, nor without storage for them', async () => {
  const realm = await newRealm()
  const { owner } = realm
  const refusal = { status: 400, code: 'BAD_REQUEST' }
  const both = { old_texts_after_days: 30, return_old_texts: true }
  expect(await owner.ask('PATCH', '/realm', both)).toMatchObject(refusal)
  await realm.inObject((object) => {
    const { env: bindings } = object as unknown as { env: object }
    Object.assign(object, { env: { ...bindings, OLD_TEXTS: undefined } })
  })
  expect(await owner.ask('PATCH', '/realm', { old_texts_after_days: 30 })).toMatchObject(refusal)
  expect(await owner.ask('PATCH', '/realm', { return_old_texts: true })).toMatchObject(refusal)
  expect(await owner.patch('/realm', { old_texts_after_days: 'unlimited' })).toMatchObject({ result: 'success' })
})

/** Asks for an export of everything, and lets five minutes pass until `isDone` says so. */
async function exportUntil({ realm }: Harbour, isDone: (one: Export) => boolean): Promise<Export> {
  await realm.owner.post('/export/realm', { export_type: 3 })
  return passDaysUntil(realm, isDone)
}

async function passDaysUntil(realm: TestRealm, isDone: (one: Export) => boolean): Promise<Export> {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    return await vi.waitFor(
      async () => {
        vi.setSystemTime(Date.now() + 301_000)
        await realm.ringAlarm()
        const last = (await readExports(realm.owner)).at(-1)!
        expect(isDone(last)).toBe(true)
        return last
      },
      { timeout: 20_000 },
    )
  } finally {
    vi.useRealTimers()
  }
}

test('what the object lacks fails the export after some attempts, and nothing is exported without its text', async () => {
  const place = await harbour()
  const { realm, ids } = place
  await moveTexts(place)
  await oldTextsObject(realm).remove([{ id: ids[0]!, last_edit_at: null }])

  const failed = await exportUntil(place, ({ pending }) => !pending)

  expect(failed).toMatchObject({ export_url: null, failed_timestamp: expect.any(Number) })
})

/** From now on, the realm's object asks this object for old texts. */
const setObjects = (realm: TestRealm, objects: unknown): Promise<unknown> =>
  realm.inObject((object) => {
    const { env: bindings } = object as unknown as { env: object }
    Object.assign(object, { env: { ...bindings, OLD_TEXTS: objects } })
  })

/** Objects that answer nothing, and how often they were asked. */
function lostObjects() {
  const lost = {
    requests: 0,
    getByName: () => ({
      texts() {
        lost.requests += 1
        return Promise.reject(new Error('The object is lost'))
      },
    }),
  }
  return lost
}

test('an export waits for an object that does not answer', async () => {
  const place = await harbour()
  const { realm } = place
  await moveTexts(place)
  const lost = lostObjects()
  await setObjects(realm, lost)
  expect(await exportUntil(place, () => lost.requests > 4)).toMatchObject({ pending: true, failed_timestamp: null })

  await setObjects(realm, env.OLD_TEXTS)
  const laterExport = await passDaysUntil(realm, ({ pending }) => !pending)

  expect((await unpackExport(realm, laterExport)).records('messages').map(({ content }) => content)).toContain(
    'plain words',
  )
})

test('an export and a backup fail after a day in which the object did not answer, and the owners are told why', async () => {
  const place = await harbour()
  const { realm } = place
  const { owner } = realm
  await moveTexts(place)
  const lost = lostObjects()
  await setObjects(realm, lost)
  const waiting = await exportUntil(place, () => lost.requests > 1)
  expect(waiting).toMatchObject({ pending: true })
  // The object that waits is lost, too: it does not begin to count anew.
  await realm.evict()
  await setObjects(realm, lost)
  const begun = Date.now()
  const after = async (hours: number): Promise<void> => {
    vi.setSystemTime(begun + hours * 3_600_000)
    const before = lost.requests
    await vi.waitFor(async () => {
      await realm.ringAlarm()
      expect(lost.requests).toBeGreaterThan(before)
    }, 20_000)
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await after(23)
  expect(await readExports(owner)).toMatchObject([{ pending: true }])
  await after(25)
  const failed = await vi.waitFor(async () => {
    await realm.ringAlarm()
    const last = (await readExports(owner)).at(-1)!
    expect(last.pending).toBe(false)
    return last
  }, 20_000)

  expect(failed).toMatchObject({ export_url: null, failed_timestamp: expect.any(Number) })
  const newest = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }
  const notice = async () => (await owner.messages([['is', 'private']], newest)).map(({ content }) => content).at(-1)
  const reason = 'The texts of old messages could not be read for a day.'
  expect(await notice()).toMatch(new RegExp(`^\\*\\*The export of .* failed\\.\\*\\* ${reason}$`))

  await owner.post('/realm/backups')
  await after(50)
  await after(75)
  const backups = await finishBackups(realm)
  expect(backups).toMatchObject([{ pending: false, failure: 'old_texts_unavailable' }])
  expect(await notice()).toMatch(new RegExp(`^\\*\\*The backup of .* failed\\.\\*\\* ${reason}`))
})

test('the message of a repeated send is found, also when its text moved', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', realm.owner, ada)
  const params = {
    type: 'stream',
    to: 'harbour',
    topic: 'tides',
    content: 'once',
    queue_id: 'queue:1',
    local_id: '1.01',
  }
  const { id } = await ada.post('/messages', params)
  await ada.send('harbour', 'tides', 'later')
  await moveTexts({ realm, ada, ids: await ageAndReturnIds(realm, id as number) })

  // Months later no client repeats it: it is a new one then.
  const second = await ada.post('/messages', params)
  expect(second['id']).toBeGreaterThan(id as number)
  expect(await ada.post('/messages', params)).toMatchObject({ id: second['id'] })
})

async function ageAndReturnIds(realm: TestRealm, id: number): Promise<number[]> {
  await ageMessages(realm, 100)
  return [id]
}

test('the operator reads texts with a key whose hash is in the database, of one organization at a time', async () => {
  const place = await harbour()
  const { realm, ids } = place
  await moveTexts(place)
  const ask = (operator_key: string, message_ids: readonly number[]) =>
    request(realm.host, 'POST', '/operator/old_texts', { params: { operator_key, message_ids } })

  const { old_texts } = await ask(await operatorKey(), ids)

  expect(old_texts).toHaveLength(4)
  expect(old_texts).toContainEqual({
    id: ids[0],
    last_edit_at: null,
    content: 'plain words',
    rendered_content: expect.stringMatching(/^(=|<p>plain words<\/p>)$/),
  })
  const refusal = { status: 400, code: 'BAD_REQUEST' }
  expect(await ask(await operatorKey(-1), ids)).toMatchObject(refusal)
  expect(await ask('0'.repeat(32), ids)).toMatchObject(refusal)
  expect(await ask('', ids)).toMatchObject(refusal)
  expect(await ask(await operatorKey(), [ids[0]!, ids[0]! + 2 ** 32])).toMatchObject(refusal)
  expect(await ask(await operatorKey(), [2 ** 52])).toMatchObject(refusal)
  expect(await ask(await operatorKey(), [])).toMatchObject(refusal)
  expect(
    await ask(
      await operatorKey(),
      Array.from({ length: 501 }, (_, index) => index + 1),
    ),
  ).toMatchObject(refusal)
})

test('going back to an earlier state needs the key, an organization and a time that the platform can bring back', async () => {
  const realm = await newRealm()
  const now = Math.floor(Date.now() / 1000)
  const ask = async (params: object) => {
    const all = { operator_key: await operatorKey(), realm_id: realm.id, timestamp: now - 3600, ...params }
    return request(realm.host, 'POST', '/operator/old_texts/restore', { params: all })
  }
  const refusal = { status: 400, code: 'BAD_REQUEST' }
  expect(await ask({ operator_key: '0'.repeat(32) })).toMatchObject(refusal)
  expect(await ask({ operator_key: await operatorKey(-1) })).toMatchObject(refusal)
  expect(await ask({ realm_id: 999_999 })).toMatchObject(refusal)
  expect(await ask({ timestamp: now + 3600 })).toMatchObject(refusal)
  expect(await ask({ timestamp: now - 31 * 86_400 })).toMatchObject(refusal)
  // Only the deployed platform has states of earlier times.
  expect(await ask({})).toMatchObject({ status: 503, code: 'OLD_TEXTS_UNAVAILABLE' })
})
