import type { Queue } from '../core/live/queue'
import type { WireEvent } from '../core/live/event-table'

/** What two events must have in common to be told as one; null: they stand alone (events, Ids). */
function kindOf(event: WireEvent & { op?: unknown; flag?: unknown; all?: unknown }): string | null {
  if (event.type === 'restart') return 'restart'
  if (event.type === 'update_message_flags' && event.all !== true)
    return `update_message_flags ${String(event.op)} ${String(event.flag)}`
  return null
}

/** Whether one tells of the same as the other, though perhaps of its opposite. */
const concerns = (one: WireEvent & { flag?: unknown }, other: WireEvent & { flag?: unknown }): boolean =>
  one.type === other.type && one.flag === other.flag

/**
 * Changes of one flag become one event, with the id of the last, as long as none of them was delivered; restarts
 * likewise. What was delivered is told again as it was.
 */
export function merged(
  events: readonly WireEvent[],
  { delivered, joined }: Pick<Queue, 'delivered' | 'joined'>,
): WireEvent[] {
  const result: WireEvent[] = []
  for (const event of events) {
    const kind = kindOf(event)
    const index = kind === null ? -1 : result.findLastIndex((other) => concerns(other, event))
    const earlier = result[index]
    const isSettled = earlier !== undefined && earlier.id <= delivered && !joined.has(earlier.id)
    // What was undone meanwhile must not come after its undoing.
    if (earlier === undefined || isSettled || kindOf(earlier) !== kind) result.push(event)
    else {
      result.splice(index, 1)
      result.push(join(earlier, event))
    }
  }
  return result
}

interface Flags extends WireEvent {
  messages?: number[]
  message_details?: object
}

function join(earlier: Flags, later: Flags): WireEvent {
  if (earlier.messages === undefined || later.messages === undefined) return later
  const joined: Flags = { ...later, messages: [...new Set([...earlier.messages, ...later.messages])] }
  if (later.message_details !== undefined)
    joined.message_details = { ...earlier.message_details, ...later.message_details }
  return joined
}
