import { chapterNames, type ChapterName, type Manifest } from '../../src/archive/records.ts'
import { ArchiveError } from '../conversion.ts'
import { count } from '../numbers.ts'
import type { Progress } from '../progress.ts'
import { inParallel } from '../sender.ts'
import type { CopyFolder } from './copy-folder.ts'
import type { NamedFile, StoredPart } from './part-index.ts'
import type { RemoteCopy } from './remote-copy.ts'

/** How many stored parts a request offers of each kind: those that began at this place, and the next ones of the last run. */
const maxCandidates = 4

/** Parts of one chapter: an end that never comes would fill the disk. */
const maxParts = 1_000_000

const filesAtOnce = 3

/** What a run has done. */
export interface Totals {
  people: number
  streams: number
  messages: number
  files: number
  fetched_parts: number
  unchanged_parts: number
  bytes: number
  /** Files that the site has records of, but not their content. */
  missing_files: number
}

export const noTotals = (): Totals => ({
  people: 0,
  streams: 0,
  messages: 0,
  files: 0,
  fetched_parts: 0,
  unchanged_parts: 0,
  bytes: 0,
  missing_files: 0,
})

interface CopierOptions {
  readonly folder: CopyFolder
  readonly remote: RemoteCopy
  readonly progress: Progress
  /** Whether the copy may lose most of what the folder's copy has. */
  readonly mayShrink: boolean
  /** Milliseconds since 1970. */
  readonly currentTimeMs: () => number
}

/** Brings a folder up to date. */
export class Copier {
  readonly totals = noTotals()
  private readonly options: CopierOptions
  private position = 0

  constructor(options: CopierOptions) {
    this.options = options
  }

  async run(): Promise<void> {
    const { folder, remote, progress, mayShrink } = this.options
    const { last_ids } = remote.manifest
    const others = ['realm', ...chapterNames.filter((name) => name !== 'messages')]
    progress.begin('People', others.length)
    const parts: StoredPart[] = []
    for (const chapter of others) {
      parts.push(...(await this.chapter(chapter, () => undefined)))
      progress.add(1)
    }
    // Ids of messages that are gone count, too: how many messages there are is not known before.
    progress.begin('Messages', last_ids.message)
    let reached = 0
    const messages = await this.chapter('messages', (part) => {
      const next = part.next === 'null' ? last_ids.message : Math.min(last_ids.message, reached + part.records)
      progress.add(next - reached)
      reached = next
    })
    parts.push(...messages)
    progress.end()
    const counts = Object.fromEntries(
      chapterNames.map((name) => [name, sumOf(parts.filter(({ chapter }) => chapter === name))]),
    ) as Manifest['counts']
    if (!mayShrink) assertNotEmptied(counts, folder.manifest?.counts ?? {})
    const files = await this.files(parts)
    const realm = parts.find(({ chapter }) => chapter === 'realm')?.body
    if (realm == null) throw new ArchiveError('The site has no record of the organization.')
    await this.count(parts)
    const manifest = { ...remote.manifest, completed: Math.floor(this.options.currentTimeMs() / 1000), counts }
    await folder.finish({ parts, files, manifest, realm, readme: remote.readme })
  }

  /** All parts of a chapter, of which those are fetched that the folder does not have. */
  private async chapter(chapter: string, onPart: (part: StoredPart) => void): Promise<StoredPart[]> {
    const before = this.options.folder.index.parts(chapter)
    const parts: StoredPart[] = []
    let place = 0
    for (let after = 'null'; ; after = parts.at(-1)!.next) {
      const candidates = [
        ...before.filter((one) => one.after === after).slice(0, maxCandidates),
        ...before.slice(place, place + maxCandidates),
      ]
      const part = await this.part(chapter, after, candidates)
      place = Math.max(place, before.findIndex(({ tag }) => tag === part.tag) + 1)
      parts.push(part)
      onPart(part)
      if (part.next === 'null') return parts
      if (parts.length > maxParts || part.next === after) throw new ArchiveError(`${chapter} does not come to an end.`)
    }
  }

  private async part(chapter: string, after: string, candidates: readonly StoredPart[]): Promise<StoredPart> {
    const { folder, remote } = this.options
    const tags = [...new Set(candidates.map(({ tag }) => tag))]
    const { tag, content, bytes } = await remote.part(chapter, after, tags)
    this.position += 1
    if (content === null) {
      this.totals.unchanged_parts += 1
      const part = { ...candidates.find((one) => one.tag === tag)!, after }
      folder.index.add(part, this.position)
      return part
    }
    this.totals.fetched_parts += 1
    this.totals.bytes += bytes
    const records = content.records.map((record) => JSON.stringify(record))
    const { files, next } = content
    return folder.addPart({ chapter, tag, after, next: JSON.stringify(next), files }, records, this.position)
  }

  /** Fetches the files that are not there yet. Answers the paths of all that are there then. */
  private async files(parts: readonly StoredPart[]): Promise<ReadonlySet<string>> {
    const { folder, progress } = this.options
    const named = new Map(parts.flatMap(({ files }) => files).map((file): [string, NamedFile] => [file.path, file]))
    const lacking = [...named.values()].filter(({ path }) => !folder.hasFile(path))
    const present = new Set(named.keys())
    if (named.size > 0) progress.begin('Files', named.size, named.size - lacking.length)
    let workers = 0
    const free: number[] = []
    await inParallel(lacking, filesAtOnce, async (file) => {
      const worker = free.pop() ?? (workers += 1)
      const size = await this.options.remote
        .file(file, (fill) => folder.addFile(file.path, worker, fill))
        .finally(() => free.push(worker))
      if (size === null) {
        this.totals.missing_files += 1
        present.delete(file.path)
      } else this.totals.bytes += size
      progress.add(1)
    })
    progress.end()
    return present
  }

  private async count(parts: readonly StoredPart[]): Promise<void> {
    const { totals } = this
    const of = (name: string) => parts.filter(({ chapter }) => chapter === name)
    totals.streams = sumOf(of('streams'))
    totals.messages = sumOf(of('messages'))
    totals.files = sumOf(of('files'))
    for (const part of of('users'))
      for await (const { bot } of this.options.folder.records(part)) if (bot === null) totals.people += 1
  }
}

const sumOf = (parts: readonly StoredPart[]): number => parts.reduce((sum, { records }) => sum + records, 0)

/** What an organization consists of, by chapter. */
const essentials = { users: 'accounts', messages: 'messages', files: 'files' } as const

/**
 * Refuses a copy that has less than half of what the copy before has. Somebody may have emptied the organization, or its database was
 * lost: then the copy before is what is needed.
 */
function assertNotEmptied(counts: Manifest['counts'], before: Manifest['counts']): void {
  const lacks = Object.entries(essentials).flatMap(([chapter, what]) => {
    const [after, earlier] = [counts, before].map((all) => all[chapter as ChapterName] ?? 0) as [number, number]
    return 2 * after < earlier ? [`${count(after)} of ${count(earlier)} ${what}`] : []
  })
  if (lacks.length > 0)
    throw new ArchiveError(
      `Since the last copy the organization has lost more than half: it has ${lacks.join(', ')}. The folder still has the last copy. If the loss is meant, use --allow-shrinking.`,
    )
}
