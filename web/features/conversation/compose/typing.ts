import type { Conversation } from '../../../../client'
import { isOn, type Writer } from './recipient'

/** Milliseconds between two words that somebody is writing, and of rest after which they are not. */
const pause = { again: 10_000, rest: 5000 }

/** Tells people that one writes to them. In streams it is not worth what it costs. */
export interface TypingNotices {
  /** Something was typed. */
  go(to: Conversation | null): void
  /** Nothing is typed any more. */
  stop(): void
  /** It was sent, which tells by itself. */
  forget(): void
}

export function typingNotices(writer: Writer): TypingNotices {
  let notifiedIds: readonly number[] | null = null
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(op: 'start' | 'stop', to: readonly number[]): void {
    // Whoever is offline tells nobody.
    writer.ask('POST /typing', { op, to: [...to] }).catch(() => undefined)
  }

  function forget(): void {
    clearTimeout(timer)
    notifiedIds = null
  }

  function stop(): void {
    if (notifiedIds !== null) tell('stop', notifiedIds)
    forget()
  }

  return {
    stop,
    forget,
    go(to) {
      const people = to !== null && 'user_ids' in to ? to.user_ids : []
      if (notifiedIds?.join() !== people.join()) stop()
      if (people.length === 0 || !isOn('send_private_typing_notifications', writer)) return
      clearTimeout(timer)
      timer = setTimeout(stop, pause.rest)
      if (notifiedIds !== null && Date.now() - toldAt < pause.again) return
      notifiedIds = people
      toldAt = Date.now()
      tell('start', people)
    },
  }
}
