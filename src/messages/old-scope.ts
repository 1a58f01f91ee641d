import { beforeFirstId } from '../core/sql/ids'
import { fragment, literal, type Fragment, type Sql } from '../core/sql/sql'
import type { OldBranch } from '../narrow/branches'
import { flaggedMessages } from '../user-messages/rows'
import type { Viewer } from './id-range'

/** Streams and conversations with which the object compares its hits. If the reader has more, the database alone decides. */
const maxPlaces = 1000

/** Messages with the flag whose streams and conversations are looked up. */
const maxFlagged = 200

/** Where matches with old texts may be. */
export interface OldScope {
  /** Messages up to this id may have old texts. */
  readonly upTo: number
  /** No match is below this id. */
  readonly floor: number
  /** Streams and conversations of all matches; null: any. */
  readonly recipient_ids: readonly number[] | null
}

/** A stream or a conversation, and the lowest id of a match there. */
type Place = [recipient_id: number, low: number]

/** Where matches with old texts may be; null: nowhere. Reads one row if no text of the organization has moved. */
export async function oldScope(
  sql: Sql,
  { id: user_id, realm_id }: Viewer,
  { places }: Pick<OldBranch, 'places'>,
): Promise<OldScope | null> {
  const { ranges, flag = null } = places ?? {}
  const ofRanges = ranges && fragment`select recipient_id, low from (${ranges}) where low <= realm.old_texts_up_to`
  const row = await sql`
    select old_texts_up_to as upTo,
      ${ofRanges === undefined ? fragment`null` : firstPlaces(ofRanges, maxPlaces)} as received,
      ${flag === null ? fragment`'[]'` : firstPlaces(placesOfFlag(user_id, flag), maxFlagged)} as flagged
    from realm
    where id = ${realm_id} and old_texts_up_to > ${beforeFirstId(realm_id)}
  `.first<{ upTo: number; received: string | null; flagged: string }>()
  if (row === null) return null
  const { upTo } = row
  const anywhere = { upTo, floor: 0, recipient_ids: null }
  if (row.received === null) return anywhere
  const listed = [row.received, row.flagged].map((text) => JSON.parse(text) as Place[]) as [Place[], Place[]]
  if (listed[0].length > maxPlaces || listed[1].length > maxFlagged) return anywhere
  const all = listed.flat()
  if (all.length === 0) return null
  return {
    upTo,
    floor: Math.min(...all.map(([, low]) => low)),
    recipient_ids: [...new Set(all.map(([recipient_id]) => recipient_id))],
  }
}

/** A JSON list of the first places: of one more than `max` if there are more. */
const firstPlaces = (from: Fragment, max: number): Fragment => fragment`(
  select json_group_array(json_array(recipient_id, low)) from (${from} limit ${literal(max + 1)})
)`

/** Places of the messages on which the viewer has a flag. */
function placesOfFlag(user_id: number, flag: Parameters<typeof flaggedMessages>[1]): Fragment {
  const { from, where } = flaggedMessages(user_id, flag)
  return fragment`
    select message.recipient_id, message.id as low
    from ${from} cross join message on message.id = flagged.message_id
    where ${where} and flagged.message_id <= realm.old_texts_up_to`
}
