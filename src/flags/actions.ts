import { isServiceBot } from '../accounts/types'
import { refused } from '../core/base/errors'
import { tell, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import { markAsRead } from '../read-state/actions'
import { unreadDetails } from '../read-state/unread-details'
import { bit } from '../user-messages/bits'
import { invalidMessages } from '../user-messages/visible'
import type { EditableFlag } from './editable-flags'
import { flagsEvent, maxUnreadInEvent } from './events'
import { allVisible, countVisible } from './queries'
import { changeBit, rowsOfFlag } from './writes'

interface FlagInput {
  messages: number[]
  op: 'add' | 'remove'
  flag: EditableFlag
}

/**
 * Changes a personal flag of messages. Refuses everything if the actor may not see one of them. For bots that a program answers
 * for, every message stays read (endpoints, Flags). `markAsRead` sets the flag `read`.
 */
export async function updateFlags(
  turn: Turn,
  { messages, op, flag }: FlagInput,
): Promise<Change<{ messages: number[] }>> {
  const { actor } = turn
  const distinct = [...new Set(messages)]
  const amount = distinct.length
  if (flag === 'read' && op === 'remove' && amount > maxUnreadInEvent)
    throw refused(`Too many messages to mark unread at once (limit: ${maxUnreadInEvent})`)
  if (flag === 'read' && isServiceBot(actor)) return markAsRead(turn, { messages })
  const idsJson = JSON.stringify(distinct)
  return {
    precondition: {
      query: countVisible(actor, idsJson),
      condition: allVisible(actor, idsJson, amount),
      verify([row]) {
        if (row!['visible'] !== amount) throw invalidMessages()
      },
    },
    writes: [changeBit(actor, { idsJson, amount, ...bitChange(flag, op) })],
    result: { messages },
    rows: rowsOfFlag * amount,
    events: [await changedEvent(turn, { messages: distinct, idsJson, op, flag })],
  }
}

/**
 * The event has all messages of the request once, changed or not. Clients count the unread ones, so it contains their details.
 */
async function changedEvent(
  { actor, sql, listening }: Turn,
  { messages, idsJson, op, flag }: FlagInput & { idsJson: string },
): Promise<OutgoingEvent> {
  const isCounted = flag === 'read' && op === 'remove' && listening.has(actor.id)
  const more = isCounted ? { message_details: await unreadDetails(sql, actor, idsJson) } : {}
  return tell([actor.id], flagsEvent({ op, flag }, messages, more))
}

/** The bits of a flag. A message that was marked as unread has its own bit. */
function bitChange(flag: FlagInput['flag'], op: FlagInput['op']): { bits: number; set: boolean } {
  if (flag === 'read') return { bits: bit.markedUnread, set: true }
  return { bits: bit[flag], set: op === 'add' }
}
