import type { StateOf } from '../events/part'
import { stream } from '../streams/schema'
import { isGuest } from '../accounts/roles'
import { defaultStreamGroups, listedDefaults } from './queries'
import { group } from './schema'

/** Default streams; none for guests (register, Streams). */
export const defaultStreamsState: StateOf = async ({ sql, actor }) => ({
  realm_default_streams: isGuest(actor) ? [] : (await listedDefaults(sql, actor.realm_id)).map(stream),
})

/** Default stream groups; none for guests (register, Streams). */
export const defaultStreamGroupsState: StateOf = async ({ sql, actor }) => ({
  realm_default_stream_groups: isGuest(actor) ? [] : (await defaultStreamGroups(sql, actor.realm_id)).map(group),
})
