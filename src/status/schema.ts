import type { Emoji } from '../emoji/schema'

/** What somebody told of themselves; only what is set (specification, User status). */
export interface UserStatus extends Partial<Emoji> {
  away?: true
  status_text?: string
}
