import { gunzipSync } from 'node:zlib'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { unpackTar } from 'modern-tar'
import { reach, type Listener, type Person, type TestRealm } from './index'

export interface Export {
  id: number
  export_time: number
  acting_user_id: number
  export_url: string | null
  deleted_timestamp: number | null
  failed_timestamp: number | null
  pending: boolean
}

export const exportsOf = async (person: Person): Promise<Export[]> =>
  (await person.get('/export/realm'))['exports'] as Export[]

/** Requests an export and waits until it is finished. */
export async function exported(person: Person): Promise<Export> {
  const listener = await person.listen({ event_types: ['realm_export'] })
  await person.post('/export/realm')
  return (await completed(listener)).at(-1)!
}

/** Waits until no export is pending. Returns all exports. */
export async function completed(listener: Listener): Promise<Export[]> {
  for (;;) {
    const exports = (await listener.next('realm_export')).at(-1)?.['exports'] as Export[] | undefined
    if (exports?.every(({ pending }) => !pending)) return exports
  }
}

/** Downloads the file of an export without credentials. */
export function download({ host }: TestRealm, { export_url }: Pick<Export, 'export_url'>): Promise<Response> {
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
    const pages = [...this.files.keys()].filter((name) => name.startsWith(`${chapter}/`) && name.endsWith('.ndjson'))
    const lines = pages.flatMap((name) => this.text(name).trimEnd().split('\n'))
    return lines.map((line) => JSON.parse(line) as unknown)
  }

  /** All names and contents as one text, a character for each byte. */
  get everything(): string {
    return [...this.files].map(([name, bytes]) => name + Buffer.from(bytes).toString('latin1')).join('\n')
  }
}

export async function unpacked(realm: TestRealm, one: Pick<Export, 'export_url'>): Promise<Archive> {
  const response = await download(realm, one)
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
    ...methods,
  }
  await realm.inObject((object) => {
    Object.assign(object, { env: { ...env, UPLOADS: whole } })
  })
}

/** Keys of the realm's exports in the bucket. */
export async function partsOf(realm: TestRealm): Promise<string[]> {
  const { objects } = await env.UPLOADS!.list({ prefix: `exports/${realm.id}/` })
  return objects.map(({ key }) => key)
}
