import { fragment, type Fragment } from '../core/sql/sql'
import { type StoredReaction } from './schema'

export const writeReactions = (message_id: number, reactions: readonly StoredReaction[]): Fragment => fragment`
  update message set reactions = ${reactions.length === 0 ? null : JSON.stringify(reactions)}
  where id = ${message_id}`
