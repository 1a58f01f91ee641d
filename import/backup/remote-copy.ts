import { z } from 'zod'
import { manifestRecord, type Manifest } from '../../src/archive/records.ts'
import type { Clock } from '../clock.ts'
import { ArchiveError } from '../conversion.ts'
import type { RetryPatience } from '../patience.ts'
import { Refusal, type HttpSite } from '../site.ts'
import type { Write } from './durable-files.ts'
import type { NamedFile } from './part-index.ts'

/** Paths of files. No other path is written, whatever the site says. */
const filePath = z.string().regex(/^files\/[a-z]{1,20}\/[a-z0-9-]{1,60}(\.[A-Za-z0-9]{1,10})?$/)

const begunAnswer = z.object({
  copy_id: z.int(),
  run: z.int(),
  manifest: manifestRecord,
  readme: z.string().max(100_000),
})

const partAnswer = z.object({
  records: z.array(z.record(z.string(), z.unknown())),
  files: z.array(z.object({ path: filePath, kind: z.string().regex(/^[a-z_]{1,20}$/), id: z.int().min(0) })),
  next: z.array(z.int()).nullable(),
})

const tagForm = /^"[\w-]{1,100}"$/

/** A part as it arrived; with no content, it is one that the command has. */
export interface RemotePart {
  readonly tag: string
  readonly content: z.infer<typeof partAnswer> | null
  readonly bytes: number
}

/** When less than this part of the requests of a minute remains, the command takes its time: the owner has other programs. */
const scarceShare = 0.5
const pauseMs = 650

interface RemoteCopyOptions {
  readonly site: HttpSite
  readonly patience: RetryPatience
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** A run of a copy at the site. */
export class RemoteCopy {
  readonly manifest: Manifest
  readonly readme: string
  private readonly path: string
  private readonly query: string
  private readonly options: RemoteCopyOptions

  private constructor(begun: z.infer<typeof begunAnswer>, options: RemoteCopyOptions) {
    this.options = options
    this.manifest = begun.manifest
    this.readme = begun.readme
    this.path = `/export/realm/copies/${begun.copy_id}`
    this.query = `run=${begun.run}`
  }

  static async begin(export_type: number, options: RemoteCopyOptions): Promise<RemoteCopy> {
    const { patience, site } = options
    const answer = await patience.until(() => site.ask('POST', '/export/realm/copies', { export_type }))
    return new RemoteCopy(checkAnswer(begunAnswer, answer), options)
  }

  /** A part, unless it is one of these. */
  async part(chapter: string, after: string, tags: readonly string[]): Promise<RemotePart> {
    const { site, patience, clock, signal } = this.options
    const path = `${this.path}/parts/${chapter}?${this.query}&after=${encodeURIComponent(after)}`
    const { tag, content, bytes, remainingShare } = await patience.until(() => site.get(path, tags))
    if (!tagForm.test(tag)) throw new ArchiveError('The site answers a part without a tag. Is it an older release?')
    if (remainingShare !== null && remainingShare < scarceShare)
      await clock.sleep(pauseMs, signal).catch(() => undefined)
    return { tag, content: content === null ? null : checkAnswer(partAnswer, content), bytes }
  }

  /** Fetches a file. Answers null if the site does not have it any more. */
  async file({ kind, id }: NamedFile, make: (fill: (write: Write) => Promise<number>) => Promise<number>) {
    const { site, patience } = this.options
    const path = `${this.path}/files/${kind}/${id}?${this.query}`
    try {
      return await patience.until(() => make((write) => site.download(path, write)))
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null
      throw error
    }
  }
}

function checkAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { data, error } = schema.safeParse(answer)
  if (data !== undefined) return data
  const { path, message } = error!.issues[0]!
  throw new ArchiveError(`The site answers what this command does not know: ${path.join('.')}: ${message}`)
}
