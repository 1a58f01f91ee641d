import { fragment, type Fragment } from '../core/sql/sql'
import { inRealm } from '../core/sql/ids'
import { roles } from '../accounts/roles'
import { isShutOut } from '../edits/read-state-on-move'
import type { StreamRow } from '../streams/queries'

/**
 * Ends mutes of topics for users who lost access to their stream, because mutes would always show its current name (behaviour,
 * Mutes). Administrators know of all streams.
 */
export const endMutesOfLost = (realm_id: number, stream: StreamRow): Fragment => fragment`
  delete from muted_topic
  where stream_id = ${stream.id} and user_id in (
    select person.id from user as person
    where ${inRealm(fragment`person.id`, realm_id)} and person.role > ${roles.administrator} and ${isShutOut(stream)}
  )`
