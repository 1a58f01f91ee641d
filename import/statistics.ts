import type { ChapterName, Records } from '../src/archive/records.ts'

/** What an archive has, for the person who runs the import, and for how much an import writes. */
export class Statistics {
  /** Records by chapter. */
  readonly records = new Map<ChapterName, number>()
  people = 0
  streamMessages = 0
  privateMessages = 0
  /** Messages with a link. */
  linking = 0
  reactions = 0
  /** Flags of single messages. */
  flags = 0
  /** Words of 32 messages that say which of them were read. */
  readWords = 0
  /** Files and pictures with their content. */
  contents = 0
  contentBytes = 0

  /** The number of the record in its chapter, from 1. */
  next(chapter: ChapterName): number {
    const number = (this.records.get(chapter) ?? 0) + 1
    this.records.set(chapter, number)
    return number
  }

  count(chapter: ChapterName): number {
    return this.records.get(chapter) ?? 0
  }

  get messages(): number {
    return this.streamMessages + this.privateMessages
  }

  seeUser({ bot }: Records['users']): void {
    if (bot === null) this.people += 1
  }

  seeMark({ flags, read }: Pick<Records['marks'], 'flags' | 'read'>): void {
    this.flags += flags.length
    this.readWords += read.length
  }

  seeMessage({
    stream_id,
    content,
    reactions,
  }: Pick<Records['messages'], 'stream_id' | 'content' | 'reactions'>): void {
    if (stream_id === null) this.privateMessages += 1
    else this.streamMessages += 1
    if (/https?:\/\/|\/user_uploads\//.test(content)) this.linking += 1
    this.reactions += reactions.length
  }
}
