/** Sending an archive, in spite of everything that happens on the way (import/sender.ts, import/patience.ts). */
import { expect, test } from 'vitest'
import type { Clock } from '../../import/clock.ts'
import type { Batches } from '../../import/batches.ts'
import { Interruption, RetryPatience } from '../../import/patience.ts'
import { Progress } from '../../import/progress.ts'
import { inParallel, Sender } from '../../import/sender.ts'
import { NetworkError, Refusal, type RawContent, type Site } from '../../import/site.ts'
import type { Workspace } from '../../import/workspace.ts'
import type { Manifest } from '../../src/archive/records.ts'
import { sourceFiles } from '../kit/conversion.ts'
import { message, user, workspace } from '../kit/import-records.ts'

type Params = Record<string, unknown>

/** A server that stores what it gets, and fails as the test likes. */
class FakeSite implements Site {
  readonly stored = new Map<string, unknown[]>()
  readonly order: string[] = []
  readonly files = new Map<string, string>()
  /** Keys of files that the server is to take from its bucket. */
  readonly storedKeys = new Map<string, unknown>()
  plan: Params | null = null
  isFinished = false
  /** The chapter of which a record is lost. */
  losing = ''
  /** Is asked before and after each request is handled. */
  fault: (when: 'before' | 'after', path: string) => void = () => {}

  async ask(method: string, path: string, params: Params = {}): Promise<Params> {
    await Promise.resolve()
    this.fault('before', path)
    const answer = this.answer(method, path, params)
    this.fault('after', path)
    return answer
  }

  async put(path: string, { pieces }: RawContent): Promise<Params> {
    this.fault('before', path)
    this.files.set(path.replace(/.*files\//, ''), Buffer.concat(await Array.fromAsync(pieces)).toString())
    this.fault('after', path)
    return {}
  }

  private answer(method: string, path: string, params: Params): Params {
    if (path === '/import') {
      if (method === 'GET') return { imports: this.plan === null ? [] : [this.progress()] }
      this.plan = params
      return { import_id: 7 }
    }
    if (path === '/import/7') return this.progress()
    if (path === '/import/7/finish') {
      this.isFinished = true
      return { counts: this.progress()['counts'] }
    }
    if (path.includes('/files/')) {
      this.storedKeys.set(path.replace(/.*files\//, ''), params['key'])
      return {}
    }
    const key = `${String(params['chapter'])} ${String(params['number'])}`
    this.order.push(key)
    this.stored.set(key, JSON.parse(params['records'] as string) as unknown[])
    return { problems: [{ index: 0, msg: 'shortened' }] }
  }

  private records(chapter: string): number {
    const own = [...this.stored].filter(([key]) => key.startsWith(`${chapter} `))
    return own.reduce((sum, [, records]) => sum + records.length, 0) - (chapter === this.losing ? 1 : 0)
  }

  private progress(): Params {
    const manifest = this.plan!['manifest'] as Manifest
    const done: Record<string, [number, number][]> = {}
    for (const key of this.stored.keys()) {
      const [chapter, number] = key.split(' ') as [string, string]
      ;(done[chapter] ??= []).push([Number(number), Number(number)])
    }
    const files_done: Record<string, [number, number][]> = {}
    for (const key of this.files.keys()) {
      const [kind, id] = key.split('/') as [string, string]
      ;(files_done[kind] ??= []).push([Number(id), Number(id)])
    }
    return {
      import_id: 7,
      source: manifest.origin,
      counts: Object.fromEntries(
        Object.entries(manifest.counts).map(([name, expected]) => [name, { expected, imported: this.records(name) }]),
      ),
      done,
      files_done,
      finished_at: this.isFinished ? 1 : null,
      stopped_at: null,
    }
  }
}

/** A clock on which waiting takes no time. */
class QuickClock implements Clock {
  time = 0
  readonly waits: number[] = []

  now(): number {
    return this.time
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.waits.push(ms)
    this.time += ms
  }
}

const source = sourceFiles({ a: 'tides', b: 'ebbs' })

function fullWorkspace(messages = 1_100): [Workspace, Batches] {
  const made = workspace()
  for (let id = 101; id < 111; id += 1) made.add('users', user(id, { avatar: id === 101 ? 'files/face' : null }))
  made.file('files/face', { bytes: Buffer.from('face') })
  for (const [id, name] of [
    [101, 'a'],
    [102, 'b'],
  ] as const) {
    made.add('files', { id, user_id: 101, name, content_type: '', size: 5, created_at: 1, file: `files/${name}` })
    made.file(`files/${name}`, { name })
  }
  for (let index = 0; index < messages; index += 1) made.message(message({ content: `${index}` }))
  return [made, made.finish(source)]
}

function sender(
  site: Site,
  [made, batches]: [Workspace, Batches],
  more: Partial<{ clock: Clock; signal: AbortSignal; waitsForDays: boolean }> = {},
): Sender {
  const { clock = new QuickClock(), signal = new AbortController().signal, waitsForDays = true } = more
  const progress = new Progress(null, clock)
  return new Sender({
    site,
    patience: new RetryPatience({ clock, signal, waitsForDays, onWait: (wait) => progress.wait(wait) }),
    progress,
    manifest: made.plan,
    realm: null,
    keepsRoles: false,
    waitsForDays,
    batches,
    uploads: made.uploads,
    source,
    skip: (kind) => made.skip(kind),
  })
}

/** Everything that arrived. */
const contentsOf = ({ stored, files, isFinished }: FakeSite): unknown => ({
  stored: Object.fromEntries(stored),
  files: Object.fromEntries(files),
  isFinished,
})

test('chapters are sent in order, the newest messages first, then files', async () => {
  const site = new FakeSite()
  const archive = fullWorkspace()
  const one = sender(site, archive)
  await one.send()
  expect(site.order).toEqual([
    'users 1',
    'files 1',
    'messages 1',
    'messages 2',
    'messages 3',
    'messages 4',
    'messages 5',
  ])
  const ids = ['messages 5', 'messages 4', 'messages 3', 'messages 2', 'messages 1'].flatMap((key) =>
    (site.stored.get(key) as { id: number }[]).map(({ id }) => id),
  )
  expect(ids).toEqual(Array.from({ length: 1_100 }, (_, index) => 101 + index))
  expect(Object.fromEntries(site.files)).toEqual({
    'avatar/101': 'face',
    'attachment/102': 'ebbs',
    'attachment/101': 'tides',
  })
  expect(site.plan).toMatchObject({ realm: null, keep_roles: false, pace: true })
  expect(Object.fromEntries(one.problems)).toMatchObject({ 'messages: shortened': 5, 'users: shortened': 1 })
  expect(site.isFinished).toBe(true)
})

test('an import that is killed after any request ends as one that is not', async () => {
  const archive = fullWorkspace(2_500)
  const undisturbed = new FakeSite()
  await sender(undisturbed, archive).send()
  const site = new FakeSite()
  let runs = 0
  for (let isDone = false; !isDone; runs += 1) {
    let requests = 0
    // Each run gets one request further than it must to learn how far the last one came; half of the answers are lost.
    site.fault = (when) => {
      if (when === (runs % 2 === 0 ? 'before' : 'after')) requests += 1
      if (requests > 3) throw new Error('killed')
    }
    isDone = await sender(site, archive)
      .send()
      .then(
        () => true,
        () => false,
      )
  }
  expect(runs).toBeGreaterThan(5)
  expect(contentsOf(site)).toEqual(contentsOf(undisturbed))
  // Only the batches whose answers were lost may have come twice.
  expect(site.order.length).toBeLessThan(undisturbed.order.length + runs)

  // Once more: nothing is sent.
  site.fault = (_, path) => expect(path).toBe('/import')
  await sender(site, archive).send()
})

test('a network that fails now and then does not disturb', async () => {
  const archive = fullWorkspace(2_500)
  const undisturbed = new FakeSite()
  await sender(undisturbed, archive).send()
  const site = new FakeSite()
  const clock = new QuickClock()
  let requests = 0
  site.fault = () => {
    requests += 1
    if (requests % 3 === 0) throw new NetworkError('fetch failed (ECONNRESET)')
    if (requests % 7 === 0) throw new Refusal(503, 'The site answers with status 503.')
  }
  await sender(site, archive, { clock }).send()
  expect(contentsOf(site)).toEqual(contentsOf(undisturbed))
  expect(clock.waits[0]).toBe(1000)
})

test('waits grow, and end after ten minutes without success', async () => {
  const site = new FakeSite()
  const clock = new QuickClock()
  site.fault = () => {
    throw new NetworkError('fetch failed (ENOTFOUND)')
  }
  await expect(sender(site, fullWorkspace(1), { clock }).send()).rejects.toThrow(
    'Nothing has come through for 10 minutes: fetch failed (ENOTFOUND)',
  )
  expect(clock.waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000))
  expect(clock.time).toBeGreaterThanOrEqual(600_000)
  expect(clock.time).toBeLessThan(660_000)
})

test('a day that is used up is waited for, unless it shall not be', async () => {
  for (const waitsForDays of [true, false]) {
    const site = new FakeSite()
    const clock = new QuickClock()
    let isOver = false
    site.fault = (when, path) => {
      if (when === 'before' && path.endsWith('/records') && site.order.length === 3 && !isOver) {
        isOver = true
        throw new Refusal(429, 'Imports have written as much as they may today.', 40_000)
      }
    }
    const sent = sender(site, fullWorkspace(), { clock, waitsForDays }).send()
    if (waitsForDays) {
      await sent
      expect(clock.waits).toEqual([40_000_000])
    } else await expect(sent).rejects.toThrow(/^Imports have .* \(At 1970-01-01 11:06 UTC it could go on\.\)$/)
    expect(site.isFinished).toBe(waitsForDays)
  }
})

test.each([
  [new Refusal(401, 'Invalid API key'), 'Invalid API key'],
  [new Refusal(400, 'records[3].topic: Too long'), 'records[3].topic: Too long'],
  [new Refusal(302, 'The site has moved to https://other.example/.'), 'The site has moved'],
  [new Error('a mistake'), 'a mistake'],
])('what another attempt cannot change is not tried again', async (error, text) => {
  const site = new FakeSite()
  const clock = new QuickClock()
  site.fault = (_, path) => {
    if (path.endsWith('/records')) throw error
  }
  await expect(sender(site, fullWorkspace(1), { clock }).send()).rejects.toThrow(text)
  expect(clock.waits).toEqual([])
})

test('a file that the server refuses, or that is damaged, is left out', async () => {
  const site = new FakeSite()
  const archive = fullWorkspace(1)
  site.fault = (_, path) => {
    if (path.endsWith('attachment/101')) throw new Refusal(400, 'The file is larger than 25 MiB')
  }
  await sender(site, archive).send()
  expect([...site.files.keys()]).toEqual(['avatar/101', 'attachment/102'])
  expect(Object.fromEntries(archive[0].skipped)).toEqual({ 'files that the server refuses': 1 })
  expect(site.isFinished).toBe(true)
})

test('a server that refuses one file after the other is not sent the rest', async () => {
  const site = new FakeSite()
  const made = workspace()
  for (let id = 101; id < 201; id += 1) {
    made.add('users', user(id, { avatar: `files/${id}` }))
    made.file(`files/${id}`, { bytes: Buffer.from('face') })
  }
  let requests = 0
  site.fault = (_, path) => {
    if (!path.includes('/files/')) return
    requests += 1
    throw new Refusal(400, 'The server keeps no files')
  }
  await sender(site, [made, made.finish(source)]).send()
  expect(requests).toBeLessThan(25)
  expect(made.skipped.get('files that the server refuses')).toBe(100)
})

test('what did not arrive is said at the end', async () => {
  const site = new FakeSite()
  site.losing = 'messages'
  await expect(sender(site, fullWorkspace(5)).send()).rejects.toThrow('finished, but the server has 4 of 5 messages.')
})

test('another import that is not finished is in the way', async () => {
  const site = new FakeSite()
  site.fault = (when, path) => {
    if (when === 'before' && path.endsWith('/records')) throw new Error('killed')
  }
  await expect(sender(site, fullWorkspace(1)).send()).rejects.toThrow('killed')
  site.fault = () => {}
  await expect(sender(site, fullWorkspace(2)).send()).rejects.toThrow(/an import of another archive \("Slack"\)/)
})

test('an import that is stopped says so at once', async () => {
  const site = new FakeSite()
  const stop = new AbortController()
  site.fault = (_, path) => {
    if (path.endsWith('/records')) stop.abort()
    stop.signal.throwIfAborted()
  }
  await expect(sender(site, fullWorkspace(1), { signal: stop.signal }).send()).rejects.toThrow(Interruption)
})

test('a few items are worked on at once, and a failure ends it', async () => {
  const begun: number[] = []
  let running = 0
  let highest = 0
  const work = async (item: number) => {
    begun.push(item)
    running += 1
    highest = Math.max(highest, running)
    await new Promise((resolve) => setTimeout(resolve, item % 3))
    running -= 1
    if (item === 6) throw new Error('six')
  }
  await inParallel([1, 2, 3, 4, 5], 3, work)
  expect([highest, begun]).toEqual([3, [1, 2, 3, 4, 5]])
  await expect(inParallel([6, 7, 8, 9, 10, 11, 12], 2, work)).rejects.toThrow('six')
  expect(running).toBe(0)
  expect(begun).not.toContain(12)
})

test('of files in the bucket of the server only the keys are sent, and those that are gone are left out', async () => {
  const made = workspace()
  for (const id of [101, 102]) {
    made.add('users', user(id, { avatar: `files/face-${id}` }))
    made.file(`files/face-${id}`, { storedKey: `user_avatars/${id}` })
  }
  const site = new FakeSite()
  site.fault = (when, path) => {
    if (when === 'before' && path.endsWith('/avatar/102')) throw new Refusal(404, 'There is no such file in the bucket')
  }
  await sender(site, [made, made.finish(source)]).send()
  expect([...site.storedKeys]).toEqual([['avatar/101', 'user_avatars/101']])
  expect(site.files.size).toBe(0)
  expect(site.isFinished).toBe(true)
})
