import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chapterNames, manifestRecord, type Manifest } from '../../src/archive/records.ts'
import { ArchiveError } from '../conversion.ts'
import { stateFolder } from '../sources/entries.ts'
import { makeFile, makeTextFile, type Write } from './durable-files.ts'
import { PartIndex, type StoredPart } from './part-index.ts'

const pageName = /^\d{6}\.ndjson$/
const maxPage = 999_999

/** The path of a part in the archive; null if it has no file. */
export const pagePath = ({ chapter, page }: Pick<StoredPart, 'chapter' | 'page'>): string | null =>
  page === null ? null : `${chapter}/${String(page).padStart(6, '0')}.ndjson`

/** What an archive consists of at the end of a run. */
export interface Copy {
  readonly parts: readonly StoredPart[]
  /** Paths of the files that records name and that are there. */
  readonly files: ReadonlySet<string>
  readonly manifest: Manifest
  readonly realm: string
  readonly readme: string
}

/**
 * A folder with an archive, and beside it what the next archive has that this one has not. `manifest.json` says which files with
 * records count. It is replaced at the end of a run in one step, so that the folder has a whole archive at any time.
 */
export class CopyFolder {
  readonly index: PartIndex
  private readonly path: string
  private readonly nextPages = new Map<string, number>()

  /** Opens the folder, or makes it. Refuses one that has something else in it. */
  constructor(path: string) {
    this.path = path
    const names = namesInNew(path)
    if (names.length > 0 && !names.includes(stateFolder))
      throw new ArchiveError(`${path} has other files in it. Name a folder that is new, or empty, or has a copy.`)
    mkdirSync(join(path, stateFolder), { recursive: true, mode: 0o700 })
    this.index = new PartIndex(join(path, stateFolder, 'parts.sqlite'))
  }

  /** The manifest of the archive that is there; null if no run has come to its end yet. */
  get manifest(): Manifest | null {
    try {
      return manifestRecord.parse(JSON.parse(readFileSync(join(this.path, 'manifest.json'), 'utf8')))
    } catch {
      return null
    }
  }

  /** Forgets parts whose files are lost or damaged, so that they are fetched again. Answers how many. */
  async check(onPart: () => void): Promise<number> {
    let damaged = 0
    for (const name of this.manifest?.pages ?? []) {
      const [chapter, number] = name.split('/') as [string, string]
      this.reservePage(chapter, Number.parseInt(number, 10))
    }
    for (const part of this.index.all()) {
      const path = pagePath(part)
      if (path !== null) {
        this.reservePage(part.chapter, part.page!)
        if ((await digestOf(join(this.path, path))) !== part.sha256) {
          this.index.remove(part)
          damaged += 1
        }
      }
      onPart()
    }
    return damaged
  }

  /** Writes the records of a part, one JSON text for each. */
  async addPart(
    part: Omit<StoredPart, 'page' | 'body' | 'records' | 'sha256'>,
    records: readonly string[],
    position: number,
  ): Promise<StoredPart> {
    const isRealm = part.chapter === 'realm'
    const text = records.map((record) => `${record}\n`).join('')
    const page = isRealm || records.length === 0 ? null : this.newPage(part.chapter)
    const stored: StoredPart = {
      ...part,
      page,
      body: isRealm ? records[0]! : null,
      records: records.length,
      sha256: createHash('sha256').update(text).digest('hex'),
    }
    const path = pagePath(stored)
    if (path !== null) await makeTextFile(join(this.path, path), this.temporary('part'), text)
    this.index.add(stored, position)
    return stored
  }

  /** Keeps later parts from taking this number. */
  private reservePage(chapter: string, page: number): void {
    this.nextPages.set(chapter, Math.max(this.nextPages.get(chapter) ?? 1, page + 1))
  }

  private newPage(chapter: string): number {
    const page = this.nextPages.get(chapter) ?? 1
    if (page > maxPage) throw new ArchiveError(`${chapter} has had too many parts. Begin a copy in another folder.`)
    this.nextPages.set(chapter, page + 1)
    return page
  }

  /** Whether a file is there as it was fetched. */
  hasFile(path: string): boolean {
    const size = this.index.fileSize(path)
    const stat = lstatSync(join(this.path, path), { throwIfNoEntry: false })
    return size !== null && stat !== undefined && stat.isFile() && stat.size === size
  }

  /** Makes a file. The path was checked: it does not lead out of the folder. */
  async addFile(path: string, worker: number, fill: (write: Write) => Promise<number>): Promise<number> {
    const size = await makeFile(join(this.path, path), this.temporary(`file-${worker}`), fill)
    this.index.addFile(path, size)
    return size
  }

  /** Makes the parts and files of a run the archive, and deletes what it does not have. */
  async finish({ parts, files, manifest, realm, readme }: Copy): Promise<void> {
    const pages = parts.map(pagePath).filter((path) => path !== null)
    await makeTextFile(join(this.path, 'README.txt'), this.temporary('readme'), readme)
    // `realm.json` refers to no part, so it fits the old manifest as well as the new one.
    await makeTextFile(join(this.path, 'realm.json'), this.temporary('realm'), `${realm}\n`)
    const manifestJson = `${JSON.stringify({ ...manifest, pages }, null, 2)}\n`
    await makeTextFile(join(this.path, 'manifest.json'), this.temporary('manifest'), manifestJson)
    this.index.replace(parts, files)
    this.deleteOthers(new Set([...pages, ...files]))
  }

  private deleteOthers(present: ReadonlySet<string>): void {
    for (const chapter of chapterNames)
      for (const name of this.namesIn(chapter))
        if (pageName.test(name) && !present.has(`${chapter}/${name}`)) rmSync(join(this.path, chapter, name))
    for (const folder of this.namesIn('files'))
      for (const name of this.namesIn(`files/${folder}`))
        if (!present.has(`files/${folder}/${name}`)) rmSync(join(this.path, 'files', folder, name), { force: true })
  }

  private namesIn(folder: string): string[] {
    const path = join(this.path, folder)
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(path) : []
  }

  /** The records of a part. */
  async *records(part: StoredPart): AsyncGenerator<Record<string, unknown>> {
    const path = pagePath(part)
    if (path === null) return
    for (const line of readFileSync(join(this.path, path), 'utf8').split('\n'))
      if (line !== '') yield JSON.parse(line) as Record<string, unknown>
  }

  close(): void {
    this.index.close()
  }

  private temporary(name: string): string {
    return join(this.path, stateFolder, `${name}.new`)
  }
}

/** The names in a folder, which is made if there is none. */
function namesInNew(path: string): string[] {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return readdirSync(path)
  } catch (error) {
    throw new ArchiveError((error as Error).message)
  }
}

/** The digest of a file; null if it cannot be read. */
async function digestOf(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
    return hash.digest('hex')
  } catch {
    return null
  }
}
