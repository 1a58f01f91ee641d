import type { StateOf } from '../events/part'
import { stream } from '../streams/schema'
import { isGuest } from '../accounts/roles'
import { defaultStreamGroups, listedDefaults } from './queries'
import { group } from './schema'

/** Guests are told of none (register, Streams). */
export const defaultStreamsState: StateOf = async ({ sql, actor }) => ({
  realm_default_streams: isGuest(actor) ? [] : (await listedDefaults(sql, actor.realm_id)).map(stream),
})

export const defaultStreamGroupsState: StateOf = async ({ sql, actor }) => ({
  realm_default_stream_groups: isGuest(actor) ? [] : (await defaultStreamGroups(sql, actor.realm_id)).map(group),
})
