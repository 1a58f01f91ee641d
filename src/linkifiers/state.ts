import type { StateOf } from '../events/part'
import { linkifiersOf } from './queries'
import { filterOf } from './schema'

/** The realm's linkifiers (register, Realm: lists). */
export const linkifiersState: StateOf = async ({ actor, sql }) => ({
  realm_linkifiers: await linkifiersOf(sql, actor.realm_id),
})

/** The realm's linkifiers in their old form, which older clients read. */
export const filtersState: StateOf = async ({ actor, sql }) => ({
  realm_filters: (await linkifiersOf(sql, actor.realm_id)).map(filterOf),
})
