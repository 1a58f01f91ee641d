import { chapters, realmRecord, recordLimits, type ChapterName } from '../src/archive/records.ts'
import { ArchiveError } from './conversion.ts'

/** A request has 1 MiB at most, and holds at least one record. */
export const maxRecordBytes = 1_040_000

/** NUL, or half of a character, in JSON: databases and other programs cannot store them. */
const unstorable = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/

/** What a record is called in a message. */
function recordName(chapter: string, number: number, record: unknown): string {
  const { id } = record as { id?: unknown }
  return `Record ${number} of ${chapter}${typeof id === 'number' ? ` (id ${id})` : ''}`
}

/** A record as JSON. Throws an error that names it if it breaks a rule of the format. */
export function checkedJson(chapter: ChapterName, number: number, record: unknown): string {
  const fail = (why: string): never => {
    throw new ArchiveError(`${recordName(chapter, number, record)}: ${why}`)
  }
  const { error } = chapters[chapter].safeParse(record)
  if (error !== undefined) fail(issueText(error.issues[0]!))
  if (chapter === 'messages') checkMessage(record as { content: string }, fail)
  const json = JSON.stringify(record)
  if (json.includes(String.raw`\u`) && unstorable.test(json)) fail('a text has NUL, or half of a character')
  if (Buffer.byteLength(json) > maxRecordBytes) fail(`it has more than ${maxRecordBytes} bytes`)
  return json
}

function checkMessage(
  message: { content: string; stream_id?: number | null; conversation_id?: number | null },
  fail: (why: string) => never,
): void {
  if (Buffer.byteLength(message.content) > recordLimits.contentBytes)
    fail(`content: has more than ${recordLimits.contentBytes} bytes`)
  if ((message.stream_id === null) === (message.conversation_id === null))
    fail('it must be in a stream or in a conversation')
}

/** The organization's record, if it breaks no rule of the format. */
export function checkedRealm(record: unknown): void {
  const { error } = realmRecord.safeParse(record)
  if (error !== undefined) throw new ArchiveError(`The record of the organization: ${issueText(error.issues[0]!)}`)
}

function issueText({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}
