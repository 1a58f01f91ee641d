import { z } from 'zod'
import { chapters, type ChapterName, type Records } from '../archive/records'
import { refused } from '../core/base/errors'
import { parsedJson } from '../core/base/json'
import { unstorableReasonIn } from '../core/base/storable-text'
import { clipText } from '../core/base/unicode'
import { beforeFirstId } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import type { Step, Turn } from '../core/turn/change'
import type { Counter, Import } from './queries'

/** Records of one batch at most. */
export const maxRecords = 1000

/** Something that was changed or left out, and that the person who runs the import should know. */
export interface Problem {
  index: number
  msg: string
}

/** Kinds of things that records refer to: their series of ids, their table, and their name in refusals. */
const kinds = {
  user: { counter: 'user', table: fragment`user`, what: 'user' },
  stream: { counter: 'recipient', table: fragment`stream`, what: 'stream' },
  conversation: { counter: 'recipient', table: fragment`conversation`, what: 'conversation' },
  message: { counter: 'message', table: fragment`message`, what: 'message' },
  file: { counter: 'attachment', table: fragment`attachment`, what: 'file' },
  emoji: { counter: 'realm_emoji', table: fragment`realm_emoji`, what: 'emoji' },
  group: { counter: 'user_group', table: fragment`user_group`, what: 'user group' },
  field: { counter: 'profile_field', table: fragment`profile_field`, what: 'profile field' },
  linkifier: { counter: 'linkifier', table: fragment`realm_linkifier`, what: 'linkifier' },
  playground: { counter: 'playground', table: fragment`playground`, what: 'playground' },
  stream_group: {
    counter: 'default_stream_group',
    table: fragment`default_stream_group`,
    what: 'default stream group',
  },
} as const satisfies Record<string, { counter: Counter; table: Fragment; what: string }>

export type Kind = keyof typeof kinds

/** A thing that a record refers to, by its id in the archive. */
export interface Reference {
  kind: Kind
  id: number
  /** Field of the record, for a refusal. */
  field: string
}

/** What the records of a batch become. */
export interface BatchStep extends Pick<Step, 'writes'> {
  /** About how many rows it writes. */
  rows: number
  /** When something is due that was imported, in UNIX seconds. */
  wakesAt?: number
}

/** The records of one batch, with what the writer of a chapter needs. Ids in records are those of the archive. */
export class Batch<R> {
  readonly problems: Problem[] = []

  constructor(
    readonly turn: Turn,
    readonly source: Import,
    readonly records: readonly R[],
  ) {}

  /** The id here of a thing of the archive. */
  idOf(kind: Kind, id: number): number {
    const { counter } = kinds[kind]
    return this.source.aliases[counter]?.[id] ?? beforeFirstId(this.turn.realm_id) + id
  }

  /** Lets an id of the archive mean a thing that has another id here. */
  addAlias(kind: Kind, id: number, here: number): void {
    const { counter } = kinds[kind]
    ;(this.source.aliases[counter] ??= {})[id] = here
  }

  /** The highest id of this kind in the archive, by its manifest. */
  lastId(kind: Kind): number {
    return this.source.plan.manifest.last_ids[kinds[kind].counter]
  }

  /** The id here of a message that need not exist, at most that of the first message after the archive. */
  messageId(id: number): number {
    return beforeFirstId(this.turn.realm_id) + Math.min(id, this.lastId('message') + 1)
  }

  /** Refuses the batch because of one of its records. */
  refuse(index: number, field: string, problem: string): never {
    throw refusedRecord(index, field, problem)
  }

  note(index: number, msg: string): void {
    this.problems.push({ index, msg })
  }

  /** Refuses records that refer to things which do not exist here. Sends all its reads before it awaits one. */
  async assertReferences(references: (record: R) => readonly Reference[]): Promise<void> {
    const wantedIds = new Map<Kind, Map<number, { index: number; field: string }>>()
    for (const [index, record] of this.records.entries())
      for (const { kind, id, field } of references(record)) {
        const places = wantedIds.get(kind) ?? new Map<number, { index: number; field: string }>()
        wantedIds.set(kind, places)
        const here = this.idOf(kind, id)
        if (!places.has(here)) places.set(here, { index, field })
      }
    const missing = await Promise.all(
      [...wantedIds].map(async ([kind, places]) => {
        const existing = await this.existing(kind, [...places.keys()])
        return [...places].filter(([id]) => !existing.has(id)).map(([, place]) => ({ ...place, kind }))
      }),
    )
    const [first] = missing.flat().toSorted((a, b) => a.index - b.index)
    if (first !== undefined) this.refuse(first.index, first.field, `There is no such ${kinds[first.kind].what}`)
  }

  /** Refuses records whose own ids are taken, are twice in the batch, or are above those that the manifest announces. */
  async assertFree(kind: Kind, own: (record: R) => number | null): Promise<void> {
    const indexes = new Map<number, number>()
    for (const [index, record] of this.records.entries()) {
      const id = own(record)
      if (id === null) continue
      if (id > this.lastId(kind)) this.refuse(index, 'id', 'The id is above the last one of the manifest')
      const here = this.idOf(kind, id)
      if (indexes.has(here)) this.refuse(index, 'id', 'Another record of the batch has the same id')
      indexes.set(here, index)
    }
    // Streams and conversations share one series of ids.
    const sharing = Object.keys(kinds).filter((other) => kinds[other as Kind].counter === kinds[kind].counter) as Kind[]
    const taken = await Promise.all(sharing.map((other) => this.existing(other, [...indexes.keys()])))
    const first = Math.min(...taken.flatMap((ids) => [...ids].map((id) => indexes.get(id)!)))
    if (first < Infinity) this.refuse(first, 'id', 'The id is taken already')
  }

  private async existing(kind: Kind, ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set()
    const rows = await this.turn.sql`
      select id from ${kinds[kind].table} where id in (select value from json_each(${JSON.stringify(ids)}))
    `.all<{ id: number }>()
    return new Set(rows.map(({ id }) => id))
  }
}

const refusedRecord = (index: number, field: string, problem: string) =>
  refused(`records[${index}]${field === '' ? '' : `.${clipText(field)}`}: ${clipText(problem, 300)}`, {
    index,
    field: clipText(field),
  })

/** The records of a batch from their JSON, or a refusal that names the first bad one. */
export function recordsIn<Name extends ChapterName>(chapter: Name, json: string): Records[Name][] {
  const list = z.array(z.unknown()).max(maxRecords).safeParse(parsedJson(json))
  if (!list.success) throw refused(`records must be a JSON list of at most ${maxRecords} records`)
  const isSuspect = /\\u|__proto__/.test(json)
  return list.data.map((raw, index) => {
    const unstorable = isSuspect ? unstorableReasonIn('record', raw) : null
    if (unstorable !== null) throw refusedRecord(index, '', unstorable)
    const record = chapters[chapter].safeParse(raw)
    if (record.success) return record.data as Records[Name]
    const issue = record.error.issues[0]!
    throw refusedRecord(index, issue.path.join('.'), issue.message)
  })
}
