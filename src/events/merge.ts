import type { Queue } from '../core/live/queue'
import type { WireEvent } from '../core/live/event-table'

/** Pending events with the same merge key become one event. Null for events that are never merged (events, Ids). */
function mergeKeyOf(event: WireEvent & { op?: unknown; flag?: unknown; all?: unknown }): string | null {
  if (event.type === 'restart') return 'restart'
  if (event.type === 'update_message_flags' && event.all !== true)
    return `update_message_flags ${String(event.op)} ${String(event.flag)}`
  return null
}

/** Whether two events are about the same flag. One may add it and the other remove it. */
const concerns = (one: WireEvent & { flag?: unknown }, other: WireEvent & { flag?: unknown }): boolean =>
  one.type === other.type && one.flag === other.flag

/**
 * Merges pending changes of a flag into one event; also pending restarts. The merged event has the id of the last one. Delivered
 * events are not merged, so that a client that repeats its request gets the same event.
 */
export function mergeEvents(
  events: readonly WireEvent[],
  { delivered, joined }: Pick<Queue, 'delivered' | 'joined'>,
): WireEvent[] {
  const result: WireEvent[] = []
  for (const event of events) {
    const key = mergeKeyOf(event)
    const index = key === null ? -1 : result.findLastIndex((other) => concerns(other, event))
    const earlier = result[index]
    const isSettled = earlier !== undefined && earlier.id <= delivered && !joined.has(earlier.id)
    // Do not merge across a change of the flag in the other direction, because that would swap them.
    if (earlier === undefined || isSettled || mergeKeyOf(earlier) !== key) result.push(event)
    else {
      result.splice(index, 1)
      result.push(join(earlier, event))
    }
  }
  return result
}

interface FlagsEvent extends WireEvent {
  messages?: number[]
  message_details?: object
}

function join(earlier: FlagsEvent, later: FlagsEvent): WireEvent {
  if (earlier.messages === undefined || later.messages === undefined) return later
  const joined: FlagsEvent = { ...later, messages: [...new Set([...earlier.messages, ...later.messages])] }
  if (later.message_details !== undefined)
    joined.message_details = { ...earlier.message_details, ...later.message_details }
  return joined
}
