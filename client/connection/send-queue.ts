import type { Clock } from './clock'
import { answerIn, Unreachable, type Answer } from './refusal'

// The limits are lower than those of the server, because other windows of the same person count too.

/** Most messages that are sent in a second. */
const maxPerSecond = 18

/** Most requests that wait for an answer. */
const maxUnanswered = 50

/** Most characters of requests that wait for an answer. */
const maxCharacters = 256 * 1024

/** So many events are acknowledged at once. */
const manyEvents = 200

/** Events with so many characters are acknowledged at once. */
const manyCharacters = 500_000

/** For how long the acknowledgement of fewer events waits for a request to ride along with. */
const acknowledgeWithinMs = 60_000

interface WaitingAsk {
  /** Method, path and parameters, as members of a JSON object. */
  readonly members: string
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** What a client says on a socket: asks and acknowledgements, in order, at a pace that the server bears. */
export interface SendQueue {
  /** Asks; rejects with `Unreachable` if the socket ends before the answer. */
  readonly ask: (members: string) => Promise<Answer>
  /** Takes in the answer to an ask. */
  onAnswer(id: number, answer: unknown): void
  /** Acknowledges all events up to an id, of which `events` with so many characters are new: soon, or with the next ask. */
  readonly acknowledge: (id: number, events: number, characters: number) => void
  /** Rejects what is unanswered. */
  end(): void
}

export function createSendQueue(send: (text: string) => void, clock: Clock): SendQueue {
  const waiting: WaitingAsk[] = []
  const unanswered = new Map<number, WaitingAsk>()
  let asked = 0
  let characters = 0
  /** Times of the latest messages. */
  let sent: number[] = []
  let cancelPump: (() => void) | null = null
  let ended = false
  /** The last events that are to be acknowledged, and that are; and how much is between them. */
  let newest = -1
  let acknowledged = -1
  let pendingEvents = 0
  let pendingCharacters = 0
  let isDue = false
  let cancelDue: (() => void) | null = null

  /** Says what may be said now. */
  function pump(): void {
    cancelPump?.()
    cancelPump = null
    while (waiting.length > 0 || isDue) {
      const mayAsk = waiting.length > 0 && unanswered.size < maxUnanswered && characters < maxCharacters
      if (!mayAsk && !isDue) return
      const now = clock.now()
      sent = sent.filter((at) => at > now - 1000)
      if (sent.length >= maxPerSecond) {
        cancelPump = clock.after(sent[0]! + 1000 - now, pump)
        return
      }
      sent.push(now)
      send(`{${[...(mayAsk ? [nextAsk()] : []), ...acknowledgement()].join(',')}}`)
    }
  }

  function nextAsk(): string {
    const ask = waiting.shift()!
    asked += 1
    unanswered.set(asked, ask)
    characters += ask.members.length
    return `"id":${asked},${ask.members}`
  }

  function acknowledgement(): string[] {
    if (newest === acknowledged) return []
    acknowledged = newest
    pendingEvents = pendingCharacters = 0
    isDue = false
    cancelDue?.()
    cancelDue = null
    return [`"last_event_id":${newest}`]
  }

  function onDue(): void {
    isDue = true
    pump()
  }

  return {
    ask: (members) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new Unreachable(undefined, false))
        waiting.push({ members, resolve, reject })
        pump()
      }),
    onAnswer(id, answer) {
      const ask = unanswered.get(id)
      if (ask === undefined) return
      unanswered.delete(id)
      characters -= ask.members.length
      try {
        ask.resolve(answerIn(answer, null))
      } catch (error) {
        ask.reject(error)
      }
      pump()
    },
    acknowledge(id, events, characters) {
      if (ended) return
      newest = id
      pendingEvents += events
      pendingCharacters += characters
      if (pendingEvents >= manyEvents || pendingCharacters >= manyCharacters) onDue()
      else cancelDue ??= clock.after(acknowledgeWithinMs, onDue)
    },
    end() {
      ended = true
      cancelPump?.()
      cancelDue?.()
      for (const { reject } of unanswered.values()) reject(new Unreachable())
      for (const { reject } of waiting) reject(new Unreachable(undefined, false))
      unanswered.clear()
      waiting.length = 0
    },
  }
}
