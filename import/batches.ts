import type { DatabaseSync } from 'node:sqlite'
import { chapterNames, type ChapterName } from '../src/archive/records.ts'

/** A request has 1 MiB at most, and the server takes 1,000 records at once. */
export const batchLimits = { records: 1_000, bytes: 900_000 } as const

/** What people send meanwhile waits until the batch before it is written, so that batches of messages are smaller. */
const messageBatchLimits = { records: 250, bytes: 300_000 } as const

/** Records of a chapter that are sent together. The same archive always gives the same batches. */
export interface Batch {
  readonly chapter: ChapterName
  /** From 1, in the order in which batches of the chapter are sent. */
  readonly number: number
  readonly records: number
  /** Keys of the first and the last record in the workspace. */
  readonly firstKey: number
  readonly lastKey: number
}

/** Cuts records into batches, in their order. */
export function* cutIntoBatches(
  chapter: ChapterName,
  records: Iterable<{ key: number; bytes: number }>,
  limits: { records: number; bytes: number } = batchLimits,
): Generator<Batch> {
  let number = 0
  let batch: { records: number; bytes: number; keys: [number, number] } | null = null
  const finishBatch = ({ records, keys }: NonNullable<typeof batch>): Batch => {
    number += 1
    return { chapter, number, records, firstKey: Math.min(...keys), lastKey: Math.max(...keys) }
  }
  for (const { key, bytes } of records) {
    // A comma stands between two records.
    if (batch !== null && (batch.records === limits.records || batch.bytes + bytes + 1 > limits.bytes)) {
      yield finishBatch(batch)
      batch = null
    }
    batch ??= { records: 0, bytes: 0, keys: [key, key] }
    batch.records += 1
    batch.bytes += bytes + 1
    batch.keys[1] = key
  }
  if (batch !== null) yield finishBatch(batch)
}

/** The batches of a workspace in the order in which they are sent: messages come last, and the newest of them first. */
export class Batches {
  readonly list: readonly Batch[]
  private readonly database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.database = database
    this.list = chapterNames.flatMap((chapter) => [
      ...cutIntoBatches(chapter, this.sizes(chapter), chapter === 'messages' ? messageBatchLimits : batchLimits),
    ])
  }

  /** The records of a batch as JSON, in the order of the archive. */
  records({ chapter, firstKey, lastKey }: Batch): string[] {
    const rows =
      chapter === 'messages'
        ? this.database
            .prepare(
              'select message.id, json from message join added using (number) where message.id between ? and ? order by 1',
            )
            .all(firstKey, lastKey)
        : this.database
            .prepare('select null as id, json from record where chapter = ? and number between ? and ? order by number')
            .all(chapterNames.indexOf(chapter), firstKey, lastKey)
    return (rows as { id: number | null; json: string }[]).map(({ id, json }) =>
      id === null ? json : `{"id":${id},${json.slice(1)}`,
    )
  }

  private sizes(chapter: ChapterName): Iterable<{ key: number; bytes: number }> {
    // An id takes up to 10 digits besides its name.
    const rows =
      chapter === 'messages'
        ? this.database
            .prepare(
              'select message.id as key, bytes + 16 as bytes from message join added using (number) order by 1 desc',
            )
            .iterate()
        : this.database
            .prepare('select number as key, bytes from record where chapter = ? order by number')
            .iterate(chapterNames.indexOf(chapter))
    return rows as unknown as Iterable<{ key: number; bytes: number }>
  }
}
