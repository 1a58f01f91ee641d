import type { ChapterName, Manifest, RealmRecord } from '../src/archive/records.ts'
import type { Batch, Batches } from './batches.ts'
import { ArchiveError, type SourceFiles } from './conversion.ts'
import { isDone, type ImportProgress, type Ranges } from './import-progress.ts'
import { Interruption, type RetryPatience } from './patience.ts'
import type { Progress } from './progress.ts'
import { Refusal, type Site } from './site.ts'
import { quoteName } from './sources/entries.ts'
import type { Upload, Uploads } from './uploads.ts'

/** Requests at once: enough that the network's way is no pause, few enough that the team's requests find room. */
const messageBatchesAtOnce = 2
const filesAtOnce = 3

/** How often in a row the same refusal is believed to be about this file only. */
const maxSameRefusals = 20

const refusedFiles = 'files that the server refuses'

/** Refusals of files. A server without a bucket, or with a full one, refuses all of them. */
class Refusals {
  private latest: string | null = null
  private times = 0

  /** Null: a file was taken. */
  see(message: string | null): void {
    this.times = message !== null && message === this.latest ? this.times + 1 : 1
    this.latest = message
  }

  get areHopeless(): boolean {
    return this.latest !== null && this.times >= maxSameRefusals
  }
}

/** What is sent, and where to. */
export interface SenderOptions {
  readonly site: Site
  readonly patience: RetryPatience
  readonly progress: Progress
  readonly manifest: Manifest
  readonly realm: RealmRecord | null
  readonly keepsRoles: boolean
  readonly waitsForDays: boolean
  readonly batches: Batches
  readonly uploads: Uploads
  readonly source: SourceFiles
  /** Counts what could not be imported, by its kind. */
  readonly skip: (kind: string) => void
}

/** Brings an archive to the site. What an earlier run has brought is not sent again. */
export class Sender {
  /** What the server changed or left out, and how often. */
  readonly problems = new Map<string, number>()
  private readonly options: SenderOptions
  /** Id of the import at the site, once it has begun. */
  importId = 0

  constructor(options: SenderOptions) {
    this.options = options
  }

  async send(): Promise<void> {
    const { batches, progress } = this.options
    const before = await this.begun()
    if (before !== null && before.finished_at !== null) {
      this.importId = before.import_id
      progress.say('This archive was imported already.')
      return
    }
    this.importId = before?.import_id ?? (await this.begin())
    const { done, files_done } = await this.readProgress()
    const others = batches.list.filter(({ chapter }) => chapter !== 'messages')
    const messages = batches.list.filter(({ chapter }) => chapter === 'messages')
    await this.sendBatches('People', others, done, 1)
    await this.sendBatches('Messages', messages, done, messageBatchesAtOnce)
    await this.sendFiles(files_done)
    const { counts } = (await this.ask('POST', `/import/${this.importId}/finish`)) as unknown as ImportProgress
    assertComplete(counts)
  }

  /** Whether an import of this archive has begun at the site, and not ended. */
  async isUnderWay(): Promise<boolean> {
    const { imports } = (await this.options.site.ask('GET', '/import')) as unknown as { imports: ImportProgress[] }
    return imports.some(
      (one) => one.finished_at === null && one.stopped_at === null && isOf(one, this.options.manifest),
    )
  }

  private ask(method: string, path: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return this.options.patience.until(() => this.options.site.ask(method, path, params))
  }

  /** The import of this archive at the site; null if there is none. */
  private async begun(): Promise<ImportProgress | null> {
    const { manifest } = this.options
    const { imports } = (await this.ask('GET', '/import')) as unknown as { imports: ImportProgress[] }
    const going = imports.filter(({ stopped_at }) => stopped_at === null)
    const same = going.find((one) => isOf(one, manifest))
    if (same !== undefined) return same
    const other = going.find(({ finished_at }) => finished_at === null)
    if (other !== undefined)
      throw new ArchiveError(
        `The organization has an import of another archive (${quoteName(other.source)}) that is not finished. Go on with that one, or create another organization.`,
      )
    return null
  }

  /** Begins the import. Settings that the server does not know are left out. */
  private async begin(): Promise<number> {
    const { manifest, realm, keepsRoles, waitsForDays } = this.options
    const { import_id, dropped_settings = [] } = await this.ask('POST', '/import', {
      manifest,
      realm,
      keep_roles: keepsRoles,
      pace: waitsForDays,
    })
    for (const name of dropped_settings as string[])
      this.seeProblem(`The setting ${name} is unknown, or has another form.`)
    return import_id as number
  }

  private async readProgress(): Promise<ImportProgress> {
    return (await this.ask('GET', `/import/${this.importId}`)) as unknown as ImportProgress
  }

  private async sendBatches(
    title: string,
    all: readonly Batch[],
    done: Partial<Record<ChapterName, Ranges>>,
    atOnce: number,
  ): Promise<void> {
    const { progress } = this.options
    const total = sumOf(all)
    const rest = all.filter(({ chapter, number }) => !isDone(done[chapter], number))
    if (total === 0) return
    progress.begin(title, total, total - sumOf(rest))
    await inParallel(rest, atOnce, async (batch) => {
      await this.sendBatch(batch)
      progress.add(batch.records)
    })
    progress.end()
  }

  private async sendBatch(batch: Batch): Promise<void> {
    const { chapter, number } = batch
    // Texts travel as they are: the records are JSON already.
    const params = { chapter, number, records: `[${this.options.batches.records(batch).join(',')}]` }
    const { problems = [] } = await this.ask('POST', `/import/${this.importId}/records`, params)
    for (const { msg } of problems as { msg: string }[]) this.seeProblem(`${chapter}: ${msg}`)
  }

  private seeProblem(text: string): void {
    this.problems.set(text, (this.problems.get(text) ?? 0) + 1)
  }

  private async sendFiles(done: Partial<Record<string, Ranges>>): Promise<void> {
    const { uploads, progress } = this.options
    const all = uploads.list
    if (all.length === 0) return
    const rest = all.filter(({ kind, id }) => !isDone(done[kind], id))
    progress.begin('Files', all.length, all.length - rest.length)
    const refusals = new Refusals()
    await inParallel(rest, filesAtOnce, async (upload) => {
      if (refusals.areHopeless) this.options.skip(refusedFiles)
      else await this.sendFile(upload, refusals)
      progress.add(1)
    })
    progress.end()
  }

  /** Sends a file. One that is damaged, or that the server does not take, is left out: the others are worth more. */
  private async sendFile(upload: Upload, refusals: Refusals): Promise<void> {
    const { site, patience, progress, uploads, source, skip } = this.options
    const { kind, id, path } = upload
    const key = uploads.storedKey(upload)
    // Of the file itself, 404 would mean that the import or its record is gone.
    const leftOut = key === null ? [400, 413, 415] : [400, 404, 413, 415]
    try {
      const target = `/import/${this.importId}/files/${kind}/${id}`
      await patience.until(async () =>
        key === null ? site.put(target, await uploads.content(upload, source)) : site.ask('POST', target, { key }),
      )
      refusals.see(null)
    } catch (error) {
      if (!(error instanceof ArchiveError) && !(error instanceof Refusal && leftOut.includes(error.status))) throw error
      const isDamaged = error instanceof ArchiveError
      skip(isDamaged ? 'files that are damaged in the archive' : refusedFiles)
      if (!isDamaged) refusals.see(error.message)
      progress.say(`Left out ${quoteName(path)}: ${error.message}`)
      if (refusals.areHopeless) progress.say('All other files are left out, too.')
    }
  }
}

/** Compares what arrived with what the archive has. */
function assertComplete(counts: ImportProgress['counts']): void {
  const missing = Object.entries(counts)
    .filter(([, { expected, imported }]) => imported !== expected)
    .map(([chapter, { expected, imported }]) => `${imported} of ${expected} ${chapter}`)
  if (missing.length > 0) throw new ArchiveError(`The import is finished, but the server has ${missing.join(', ')}.`)
}

const sumOf = (batches: readonly Batch[]): number => batches.reduce((sum, { records }) => sum + records, 0)

/** Whether an import at the site is of this archive. */
function isOf({ source, counts }: ImportProgress, manifest: Manifest): boolean {
  const names = new Set([...Object.keys(counts), ...Object.keys(manifest.counts)] as ChapterName[])
  const isSame = (name: ChapterName) => (counts[name]?.expected ?? 0) === (manifest.counts[name] ?? 0)
  return source === manifest.origin && [...names].every(isSame)
}

/** Does the work for each item, a few at once. The first failure ends it, after what was begun has ended. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length && failures.length === 0) {
      const item = items[next]!
      next += 1
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const worst = failures.find((error) => !(error instanceof Interruption)) ?? failures[0]
  if (worst !== undefined) throw worst
}
