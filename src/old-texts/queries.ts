import { inRealm } from '../core/sql/ids'
import { Fragment, fragment, literal, type Sql } from '../core/sql/sql'
import { isMoved, movedBytes } from './mark'
import type { OldText, TextKey } from './schema'

/** How far the texts of a realm have moved. */
export interface MoveState {
  /** Setting of the organization: age in days from which texts move; null: none does. */
  readonly old_texts_after_days: number | null
  /** Setting of the organization: whether all texts come back. */
  readonly return_old_texts: number
  /** The last message that was looked at. */
  readonly old_texts_up_to: number
  /** Whether the object still has to remove texts. */
  readonly has_removals: number
  readonly deactivated: number
}

export async function moveState(sql: Sql, realm_id: number): Promise<MoveState | null> {
  return sql`
    select settings ->> 'old_texts_after_days' as old_texts_after_days, old_texts_up_to, deactivated,
      coalesce(settings ->> 'return_old_texts', 0) as return_old_texts,
      exists (select 1 from old_text_removal where ${inRealm(fragment`id`, realm_id)}) as has_removals
    from realm where id = ${realm_id}
  `.first()
}

/** Texts that the object has to remove because of one change: JSON of a list of `[id, last_edit_at]`. */
interface Removal {
  readonly id: number
  readonly texts: string
}

export const removals = (sql: Sql, realm_id: number, limit: number): Promise<Removal[]> =>
  sql`
    select id, texts from old_text_removal where ${inRealm(fragment`id`, realm_id)} order by id limit ${literal(limit)}
  `.all()

/** A message that a step looks at. */
export interface CandidateRow extends OldText {
  readonly sent_at: number
  readonly is_moved: number
}

/** What a step may take. Removing words takes most of its time, and requests to the database wait meanwhile. */
export const maxOfStep = { messages: 50, bytes: 1_000_000 }

const candidateColumns = fragment`
  id, last_edit_at, recipient_id, sender_id, topic, content, rendered_content, sent_at, ${isMoved} as is_moved,
  octet_length(content) + octet_length(rendered_content) + coalesce(octet_length(edit_history), 0)
    + coalesce(octet_length(reactions), 0) + coalesce(octet_length(submessages), 0) as bytes`

/** As many of some messages, in the order of their ids, as one step may take; at least one. */
const withinStep = (messages: Fragment): Fragment => fragment`
  select id, last_edit_at, recipient_id, sender_id, topic, content, rendered_content, sent_at, is_moved
  from (select *, sum(bytes) over (order by id) as bytes_to_here from (${messages}))
  where bytes_to_here - bytes < ${literal(maxOfStep.bytes)}
  order by id`

/** The messages after one. */
export const candidatesAfter = (sql: Sql, realm_id: number, id: number): Promise<CandidateRow[]> =>
  sql`${withinStep(fragment`
    select ${candidateColumns} from message where message.id > ${id} and ${inRealm(fragment`message.id`, realm_id)}
    order by message.id limit ${literal(maxOfStep.messages)}`)}`.all()

/** Messages whose text came back, after one in the order of their ids: so many are looked at. */
export const maxReturned = 500

export const returnedAfter = (
  sql: Sql,
  realm_id: number,
  id: number,
): Promise<{ message_id: number; returned_at: number }[]> =>
  sql`
    select message_id, returned_at from returned_text
    where message_id > ${id} and ${inRealm(fragment`message_id`, realm_id)}
    order by message_id limit ${literal(maxReturned)}
  `.all()

/** The first of these messages, as far as they exist: as many as one step may take. */
export const candidatesAmong = (sql: Sql, ids: readonly number[]): Promise<CandidateRow[]> =>
  sql`${withinStep(fragment`
    select ${candidateColumns} from message where message.id in (select value from json_each(${JSON.stringify(ids)}))
    order by message.id limit ${literal(maxOfStep.messages)}`)}`.all()

/** The newest messages up to one whose texts are in the object: as many as a step may take, at least one if there are any. */
export const newestMoved = (sql: Sql, realm_id: number, upTo: number): Promise<TextKey[]> =>
  sql`
    select id, last_edit_at
    from (
      select id, last_edit_at, bytes, sum(bytes) over (order by id desc) as bytes_to_here
      from (
        select id, last_edit_at, ${movedBytes} as bytes from message
        where ${inRealm(fragment`message.id`, realm_id)} and message.id <= ${upTo} and ${isMoved}
        order by message.id desc limit ${literal(maxOfStep.messages)}
      )
    )
    where bytes_to_here - bytes < ${literal(maxOfStep.bytes)}
  `.all()

/** The messages of a range whose texts are in the object, more than `after` and up to `upTo`. */
export const movedBetween = (sql: Sql, { after, upTo }: { after: number; upTo: number }): Promise<TextKey[]> =>
  sql`select id, last_edit_at from message where message.id > ${after} and message.id <= ${upTo} and ${isMoved}`.all()

/** All columns of a message. */
export const messageColumns = [
  'id',
  'sender_id',
  'recipient_id',
  'is_private',
  'topic',
  'topic_key',
  'content',
  'rendered_content',
  'sent_at',
  'client',
  'event_id',
  'is_me_message',
  'has_link',
  'has_image',
  'has_attachment',
  'wildcard_mentioned',
  'is_quiet',
  'submessages',
  'reactions',
  'last_edit_at',
  'edit_history',
  'queue_id',
  'local_id',
  'commit_token',
] as const

/** A message with all its columns. */
export type WholeRow = OldText & { readonly queue_id: string | null } & Readonly<
    Record<(typeof messageColumns)[number], string | number | null>
  >

export const wholeRows = (sql: Sql, ids: readonly number[]): Promise<WholeRow[]> =>
  sql`
    select ${new Fragment(messageColumns.join(', '), [])} from message
    where id in (select value from json_each(${JSON.stringify(ids)})) order by id
  `.all()

/** The structure of the search index: it changes with each merge that does something. */
export async function indexStructure(sql: Sql): Promise<string> {
  const row = await sql`select hex(block) as structure from message_search_data where id = 10`.first<{
    structure: string
  }>()
  return row?.structure ?? ''
}
