import { fragment, type Fragment } from '../core/sql/sql'
import { type Submessage } from './schema'

export const writeSubmessages = (message_id: number, submessages: readonly Submessage[]): Fragment => fragment`
  update message set submessages = ${JSON.stringify(submessages)}
  where id = ${message_id}`
