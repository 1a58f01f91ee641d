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
  take(events: readonly WireEvent[], onTaken?: (id: number, events: number) => void): void
  /** Resolves when everything up to now may be acknowledged. */
  taken(): Promise<void>
  /** Goes on with another queue. */
  restart(position: Position): void
}

export function createEventIntake(begin: Position, onEvents: EventHandler): EventIntake {
  let position = begin
  let last = begin.last_event_id
  let taken = Promise.resolve()

  return {
    get position() {
      return position
    },
    take(events, onTaken) {
      const fresh = events.filter(({ id }) => id > last)
      if (fresh.length === 0) return
      last = fresh.at(-1)!.id
      const { queue_id } = position
      const upTo = last
      const work = (async () => onEvents(fresh))()
      // What goes wrong there stays an unhandled rejection, for whoever looks after those, and ends nothing here.
      void work.then(() => undefined)
      const note = (): void => {
        if (position.queue_id !== queue_id) return
        position = { queue_id, last_event_id: upTo }
        onTaken?.(upTo, fresh.length)
      }
      taken = Promise.allSettled([taken, work]).then(note)
    },
    taken: () => taken,
    restart(begin) {
      position = begin
      last = begin.last_event_id
    },
  }
}
