import type { Conversation } from '../../../../client'
import { isOn, type Writer } from './recipient'

/** Milliseconds: `again` between two notices that the user is typing, `rest` without typing until they have stopped. */
const pause = { again: 10_000, rest: 5000 }

/** Tells people that the user is typing, in direct messages only. In streams it is not worth the cost. */
export interface TypingNotices {
  /** Call it when the user types. */
  go(to: Conversation | null): void
  /** Call it when the text is empty or the box is left. */
  stop(): void
  /** Call it when the message is sent: the message itself ends the indicator. */
  forget(): void
}

export function typingNotices(writer: Writer): TypingNotices {
  let notifiedIds: readonly number[] | null = null
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function sendTyping(op: 'start' | 'stop', to: readonly number[]): void {
    // No notice while the page is offline.
    writer.ask('POST /typing', { op, to: [...to] }).catch(() => undefined)
  }

  function forget(): void {
    clearTimeout(timer)
    notifiedIds = null
  }

  function stop(): void {
    if (notifiedIds !== null) sendTyping('stop', notifiedIds)
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
      sendTyping('start', people)
    },
  }
}
