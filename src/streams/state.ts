import type { StateOf } from '../events/part'
import { isAdministrator, isGuest } from '../accounts/roles'
import { streamsMatching } from './queries'
import { stream } from './schema'

/** Streams that the account may see; for administrators all (register, Streams). */
export const streamsState: StateOf = async ({ sql, actor }) => {
  const rows = await streamsMatching(sql, actor.realm_id, {
    include_public: !isGuest(actor),
    include_web_public: false,
    include_all_active: isAdministrator(actor),
    include_default: false,
    include_subscriber_count: false,
    subscribers: [actor.id],
  })
  return { streams: rows.map(stream) }
}
