import type { StateOf } from '../events/part'
import { draftsOf } from './queries'

/** Newest edit first. Who stops synchronizing drafts has none, because they are deleted (register, `drafts`). */
export const draftsState: StateOf = async ({ sql, actor }) => ({
  drafts: (await draftsOf(sql, actor.id)).toReversed(),
})
