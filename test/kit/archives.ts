import { gunzipSync } from 'node:zlib'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { unpackTar } from 'modern-tar'
import { chapterNames, chapters, manifestRecord, realmRecord, type ChapterName } from '../../src/archive/records'
import { reach, type Listener, type Person, type TestRealm } from './index'

export interface Export {
  id: number
  export_type: number
  export_time: number
  acting_user_id: number
  export_url: string | null
  deleted_timestamp: number | null
  failed_timestamp: number | null
  pending: boolean
}

export const readExports = async (person: Person): Promise<Export[]> =>
  (await person.get('/export/realm'))['exports'] as Export[]

/** Requests an export and waits until it is finished. */
export async function requestExport(person: Person, params: { export_type?: number } = {}): Promise<Export> {
  const listener = await person.listen({ event_types: ['realm_export'] })
  await person.post('/export/realm', params)
  return (await waitForExports(listener)).at(-1)!
}

/** Requests an archive of a person's own data, waits until it is complete, and returns its address. */
export async function requestOwnData(person: Person): Promise<string> {
  const listener = await person.listen({ event_types: ['own_data'] })
  await person.post('/users/me/data')
  for (;;) {
    const event = (await listener.next('own_data')).at(-1) as { archive: { pending: boolean; url: string } } | undefined
    if (event?.archive.pending === false) return event.archive.url
  }
}

/** Waits until no export is pending. Returns all exports. */
export async function waitForExports(listener: Listener): Promise<Export[]> {
  for (;;) {
    const exports = (await listener.next('realm_export')).at(-1)?.['exports'] as Export[] | undefined
    if (exports?.every(({ pending }) => !pending)) return exports
  }
}

/** Downloads the file of an export without credentials. */
export function downloadExport({ host }: TestRealm, { export_url }: Pick<Export, 'export_url'>): Promise<Response> {
  const { pathname } = new URL(export_url!)
  return reach(host, pathname)
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look at whatever is there
type Anything = any

/** The files of an archive. */
export class Archive {
  constructor(readonly files: ReadonlyMap<string, Uint8Array>) {}

  text(name: string): string {
    return new TextDecoder().decode(this.files.get(name) ?? expect.fail(`There is no ${name}`))
  }

  json(name: string): Anything {
    return JSON.parse(this.text(name))
  }

  /** All records of a chapter, from all its pages. */
  records(chapter: string): Anything[] {
    const pages = [...this.files.keys()].filter((name) => new RegExp(`^${chapter}/\\d{6}\\.ndjson$`).test(name))
    const lines = pages.flatMap((name) => this.text(name).trimEnd().split('\n'))
    return lines.map((line) => JSON.parse(line) as unknown)
  }

  /** All names and contents as one text, a character for each byte. */
  get allText(): string {
    return [...this.files].map(([name, bytes]) => name + Buffer.from(bytes).toString('latin1')).join('\n')
  }
}

/** Checks that an archive of format 2 is as declared, and that its records refer only to what it has. */
export function checkArchive(archive: Archive): void {
  const manifest = manifestRecord.parse(archive.json('manifest.json'))
  realmRecord.parse(archive.json('realm.json'))
  expect([...archive.files.keys()].at(-1)).toBe('manifest.json')
  for (const name of chapterNames) {
    const records = archive.records(name)
    for (const record of records) chapters[name].parse(record)
    expect(records, name).toHaveLength(manifest.counts[name]!)
  }
  const idsOf = (name: ChapterName): Set<number> => new Set(archive.records(name).map(({ id }) => id as number))
  const [users, streams, conversations, files] = [
    idsOf('users'),
    idsOf('streams'),
    idsOf('conversations'),
    idsOf('files'),
  ]
  for (const { user_id, stream_id } of archive.records('subscriptions'))
    expect([missingIds([user_id], users), missingIds([stream_id], streams)]).toEqual([[], []])
  for (const { members } of archive.records('conversations')) expect(missingIds(members, users)).toEqual([])
  const messages = archive.records('messages')
  for (const { sender_id, stream_id, conversation_id, files: held, reactions } of messages) {
    expect(missingIds([sender_id, ...reactions.map((one: Anything) => one.user_id)], users)).toEqual([])
    expect(stream_id === null).not.toBe(conversation_id === null)
    expect(missingIds([stream_id ?? conversation_id], stream_id === null ? conversations : streams)).toEqual([])
    expect(missingIds(held, files)).toEqual([])
  }
  const ids = messages.map(({ id }) => id as number)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  for (const [kind, chapter] of [
    ['user', 'users'],
    ['attachment', 'files'],
    ['message', 'messages'],
  ] as const)
    for (const id of idsOf(chapter)) expect(id).toBeLessThanOrEqual(manifest.last_ids[kind])
  for (const path of filePaths(archive)) expect([...archive.files.keys()]).toContain(path)
}

const missingIds = (ids: readonly number[], present: ReadonlySet<number>): number[] =>
  ids.filter((id) => !present.has(id))

/** Paths of files that records name. */
const filePaths = (archive: Archive): string[] =>
  chapterNames
    .flatMap((name) => archive.records(name))
    .flatMap(({ avatar, picture, still_picture, file }) => [avatar, picture, still_picture, file])
    .filter((path) => typeof path === 'string')

export async function unpackExport(realm: TestRealm, one: Pick<Export, 'export_url'>): Promise<Archive> {
  const response = await downloadExport(realm, one)
  expect(response.status).toBe(200)
  const bytes = await response.bytes()
  expect(bytes.length).toBe(Number(response.headers.get('Content-Length')))
  const entries = await unpackTar(gunzipSync(bytes), { strict: true })
  const names = entries.map(({ header }) => header.name)
  expect(names.filter((name, place) => names.indexOf(name) < place)).toEqual([])
  return new Archive(new Map(entries.map(({ header, data }) => [header.name, data!])))
}

/** Methods of the bucket to replace. */
interface BucketMethods {
  get?: (key: string) => Promise<R2ObjectBody | null>
  put?: (...args: Parameters<R2Bucket['put']>) => Promise<R2Object | null>
  createMultipartUpload?: R2Bucket['createMultipartUpload']
}

/** Restarts the realm's object with a bucket that has these methods. */
export async function withBucket(realm: TestRealm, methods: BucketMethods): Promise<void> {
  await realm.evict()
  const bucket = env.UPLOADS!
  const whole = {
    get: bucket.get.bind(bucket),
    put: bucket.put.bind(bucket),
    list: bucket.list.bind(bucket),
    delete: bucket.delete.bind(bucket),
    createMultipartUpload: bucket.createMultipartUpload.bind(bucket),
    ...methods,
  }
  await realm.inObject((object) => {
    Object.assign(object, { env: { ...env, UPLOADS: whole } })
  })
}

/** Keys of the realm's exports in the bucket. */
export async function exportKeys(realm: TestRealm): Promise<string[]> {
  const { objects } = await env.UPLOADS!.list({ prefix: `exports/${realm.id}/` })
  return objects.map(({ key }) => key)
}
