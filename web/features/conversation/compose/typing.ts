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
  let told: readonly number[] | null = null
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(op: 'start' | 'stop', to: readonly number[]): void {
    // Whoever is offline tells nobody.
    writer.ask('POST /typing', { op, to: [...to] }).catch(() => undefined)
  }

  function forget(): void {
    clearTimeout(timer)
    told = null
  }

  function stop(): void {
    if (told !== null) tell('stop', told)
    forget()
  }

  return {
    stop,
    forget,
    go(to) {
      const people = to !== null && 'user_ids' in to ? to.user_ids : []
      if (told?.join() !== people.join()) stop()
      if (people.length === 0 || !isOn('send_private_typing_notifications', writer)) return
      clearTimeout(timer)
      timer = setTimeout(stop, pause.rest)
      if (told !== null && Date.now() - toldAt < pause.again) return
      told = people
      toldAt = Date.now()
      tell('start', people)
    },
  }
}
