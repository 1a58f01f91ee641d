import type { WireEvent } from '../api'

/** A place in an event queue: the queue, and the last event of it that a client has. */
export interface Position {
  readonly queue_id: string
  readonly last_event_id: number
}

/** Takes new events, in order. They are acknowledged to the server when the result is there: once they are kept, say. */
export type EventHandler = (events: WireEvent[]) => unknown

/** What arrived of an event queue. Hands each event on once, whatever connections bring twice. */
export interface EventIntake {
  /** The queue, and up to where its events may be acknowledged. */
  readonly position: Position
  /** Takes in events; calls `onTaken` with the last of them and their number once they may be acknowledged. */
  handle(events: readonly WireEvent[], onHandled?: (id: number, events: number) => void): void
  /** Resolves when everything up to now may be acknowledged. */
  whenHandled(): Promise<void>
  /** Goes on with another queue. */
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
      // What goes wrong there stays an unhandled rejection, for whoever looks after those, and ends nothing here.
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
