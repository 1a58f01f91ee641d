import { signal } from '@preact/signals'
import type { Writer } from './recipient'

type Account = Pick<Writer, 'store' | 'ask'>

/** A value for each stream, which is loaded when it is needed. */
export interface OfStreams<T> {
  load(stream_id: number): Promise<void>
  /** Null until it is loaded. Reads a signal. */
  of(stream_id: number): T | null
}

/** Makes a cache of values by stream. It asks for each value once, and keeps it while the account is open. */
export function ofStreams<T>(ask: (account: Account, stream_id: number) => Promise<T>) {
  const known = new WeakMap<Account['store'], OfStreams<T>>()
  return (account: Account): OfStreams<T> => {
    const before = known.get(account.store)
    if (before) return before
    const all = signal<ReadonlyMap<number, T>>(new Map())
    const requested = new Set<number>()
    const made: OfStreams<T> = {
      async load(stream_id) {
        if (requested.has(stream_id)) return
        requested.add(stream_id)
        try {
          const answer = await ask(account, stream_id)
          all.value = new Map(all.peek()).set(stream_id, answer)
        } catch {
          requested.delete(stream_id)
        }
      },
      of: (stream_id) => all.value.get(stream_id) ?? null,
    }
    known.set(account.store, made)
    return made
  }
}
