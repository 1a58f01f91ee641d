import type { StateOf } from '../events/part'
import { playgroundsOf } from './queries'

/** The realm's playgrounds (register, Realm: lists). */
export const playgroundsState: StateOf = async ({ actor, sql }) => ({
  realm_playgrounds: await playgroundsOf(sql, actor.realm_id),
})
