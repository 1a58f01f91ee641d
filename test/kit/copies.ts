import { chapterNames, type Manifest } from '../../src/archive/records'
import { reach, type Person } from './index'
import { answerOf, textsOf } from './request'

interface CopiedFile {
  path: string
  kind: string
  id: number
}

/** A part of a copy as it is answered; of status 304 without its fields. */
export interface Part {
  status: number
  code: string | undefined
  tag: string
  records: Record<string, unknown>[]
  files: CopiedFile[]
  next: number[] | null
  headers: Headers
}

/** A run of a copy. */
export class CopyRun {
  private constructor(
    readonly owner: Person,
    readonly copy_id: number,
    readonly run: number,
    readonly manifest: Manifest,
  ) {}

  static async begin(owner: Person, export_type = 2): Promise<CopyRun> {
    const { copy_id, run, manifest } = await owner.post('/export/realm/copies', { export_type })
    return new CopyRun(owner, copy_id as number, run as number, manifest as Manifest)
  }

  async readPart(
    chapter: string,
    { after = null, tags = '', by = this.owner }: { after?: unknown; tags?: string; by?: Person } = {},
  ): Promise<Part> {
    const path = `/export/realm/copies/${this.copy_id}/parts/${chapter}`
    const query = new URLSearchParams(textsOf({ run: this.run, after })).toString()
    const response = await reach(by.realm.host, `/api/v1${path}?${query}`, {
      headers: { Authorization: by.authorization, ...(tags !== '' && { 'If-None-Match': tags }) },
    })
    const { status, headers } = response
    const empty = { records: [], files: [], next: null, code: undefined }
    const tag = headers.get('ETag') ?? ''
    if (status === 304) return { ...empty, status, headers, tag }
    const answer = await answerOf('GET', path, response)
    return { ...empty, ...(answer as unknown as Part), status, headers, tag }
  }

  /** All parts of a chapter. */
  async parts(chapter: string): Promise<Part[]> {
    const parts = [await this.readPart(chapter)]
    while (parts.at(-1)!.next !== null) parts.push(await this.readPart(chapter, { after: parts.at(-1)!.next }))
    return parts
  }

  async records(chapter: string): Promise<Record<string, unknown>[]> {
    return (await this.parts(chapter)).flatMap(({ records }) => records)
  }

  /** All parts of all chapters, by chapter and place. */
  async readAllParts(): Promise<Map<string, Part>> {
    const all = new Map<string, Part>()
    for (const chapter of ['realm', ...chapterNames]) {
      let after: number[] | null = null
      for (const part of await this.parts(chapter)) {
        all.set(`${chapter} ${JSON.stringify(after)}`, part)
        after = part.next
      }
    }
    return all
  }

  file({ kind, id }: Pick<CopiedFile, 'kind' | 'id'>, by = this.owner): Promise<Response> {
    const path = `/api/v1/export/realm/copies/${this.copy_id}/files/${kind}/${id}?run=${this.run}`
    return reach(by.realm.host, path, { headers: { Authorization: by.authorization } })
  }
}
