import type { WireEvent } from '../api'

/** A place in an event queue: the last event that a client has. */
export interface Position {
  readonly queue_id: string
  readonly last_event_id: number
}

/**
 * Gets new events, in order. If it returns a promise, the events are acknowledged to the server once that has settled, for
 * example when they are stored.
 */
export type EventHandler = (events: WireEvent[]) => unknown

/** Passes the events of a queue on to a handler, each once. Connections may deliver an event twice. */
export interface EventIntake {
  /** The queue, and the last event of it that may be acknowledged. */
  readonly position: Position
  /**
   * Passes on those events that are new. Once they may be acknowledged, it calls `onHandled` with the id of the last one and
   * with how many they are.
   */
  handle(events: readonly WireEvent[], onHandled?: (id: number, events: number) => void): void
  /** Resolves when all events so far may be acknowledged. */
  whenHandled(): Promise<void>
  /** Continues with another queue. */
  restart(position: Position): void
}

export function createEventIntake(begin: Position, onEvents: EventHandler): EventIntake {
  let position = begin
  let lastEventId = begin.last_event_id
  let handling = Promise.resolve()

  return {
    get position() {
      return position
    },
    handle(events, onHandled) {
      const newEvents = events.filter(({ id }) => id > lastEventId)
      if (newEvents.length === 0) return
      lastEventId = newEvents.at(-1)!.id
      const { queue_id } = position
      const handledEventId = lastEventId
      const work = (async () => onEvents(newEvents))()
      // An error of the handler becomes an unhandled rejection, so that it is reported. The connection goes on.
      void work.then(() => undefined)
      const advance = (): void => {
        if (position.queue_id !== queue_id) return
        position = { queue_id, last_event_id: handledEventId }
        onHandled?.(handledEventId, newEvents.length)
      }
      handling = Promise.allSettled([handling, work]).then(advance)
    },
    whenHandled: () => handling,
    restart(begin) {
      position = begin
      lastEventId = begin.last_event_id
    },
  }
}
