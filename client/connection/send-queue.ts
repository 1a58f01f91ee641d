import type { Clock } from './clock'
import { answerIn, Unreachable, type Answer } from './refusal'

// The limits are lower than those of the server, because other windows of the same person count too.

/** Most messages that are sent in a second. */
const maxMessagesPerSecond = 18

/** Most requests that wait for an answer. */
const maxPendingAsks = 50

/** Most characters of requests that wait for an answer. */
const maxPendingAskCharacters = 256 * 1024

/** So many events are acknowledged at once. */
const acknowledgeAfterEvents = 200

/** Events with so many characters are acknowledged at once. */
const acknowledgeAfterCharacters = 500_000

/** For how long the acknowledgement of fewer events waits for a request to ride along with. */
const acknowledgeWithinMs = 60_000

interface QueuedAsk {
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
  const queuedAsks: QueuedAsk[] = []
  const pendingAsks = new Map<number, QueuedAsk>()
  let lastAskId = 0
  let pendingAskCharacters = 0
  /** Times of the latest messages. */
  let sendTimes: number[] = []
  let cancelPump: (() => void) | null = null
  let isEnded = false
  /** The last events that are to be acknowledged, and that are; and how much is between them. */
  let newestEventId = -1
  let acknowledgedEventId = -1
  let unacknowledgedEvents = 0
  let unacknowledgedCharacters = 0
  let isAcknowledgementDue = false
  let cancelAcknowledgement: (() => void) | null = null

  /** Says what may be said now. */
  function pump(): void {
    cancelPump?.()
    cancelPump = null
    while (queuedAsks.length > 0 || isAcknowledgementDue) {
      const mayAsk =
        queuedAsks.length > 0 && pendingAsks.size < maxPendingAsks && pendingAskCharacters < maxPendingAskCharacters
      if (!mayAsk && !isAcknowledgementDue) return
      const now = clock.now()
      sendTimes = sendTimes.filter((at) => at > now - 1000)
      if (sendTimes.length >= maxMessagesPerSecond) {
        cancelPump = clock.after(sendTimes[0]! + 1000 - now, pump)
        return
      }
      sendTimes.push(now)
      send(`{${[...(mayAsk ? [nextAsk()] : []), ...acknowledgement()].join(',')}}`)
    }
  }

  function nextAsk(): string {
    const ask = queuedAsks.shift()!
    lastAskId += 1
    pendingAsks.set(lastAskId, ask)
    pendingAskCharacters += ask.members.length
    return `"id":${lastAskId},${ask.members}`
  }

  function acknowledgement(): string[] {
    if (newestEventId === acknowledgedEventId) return []
    acknowledgedEventId = newestEventId
    unacknowledgedEvents = unacknowledgedCharacters = 0
    isAcknowledgementDue = false
    cancelAcknowledgement?.()
    cancelAcknowledgement = null
    return [`"last_event_id":${newestEventId}`]
  }

  function onAcknowledgementDue(): void {
    isAcknowledgementDue = true
    pump()
  }

  return {
    ask: (members) =>
      new Promise((resolve, reject) => {
        if (isEnded) return reject(new Unreachable(undefined, false))
        queuedAsks.push({ members, resolve, reject })
        pump()
      }),
    onAnswer(id, answer) {
      const ask = pendingAsks.get(id)
      if (ask === undefined) return
      pendingAsks.delete(id)
      pendingAskCharacters -= ask.members.length
      try {
        ask.resolve(answerIn(answer, null))
      } catch (error) {
        ask.reject(error)
      }
      pump()
    },
    acknowledge(id, events, characters) {
      if (isEnded) return
      newestEventId = id
      unacknowledgedEvents += events
      unacknowledgedCharacters += characters
      if (unacknowledgedEvents >= acknowledgeAfterEvents || unacknowledgedCharacters >= acknowledgeAfterCharacters)
        onAcknowledgementDue()
      else cancelAcknowledgement ??= clock.after(acknowledgeWithinMs, onAcknowledgementDue)
    },
    end() {
      isEnded = true
      cancelPump?.()
      cancelAcknowledgement?.()
      for (const { reject } of pendingAsks.values()) reject(new Unreachable())
      for (const { reject } of queuedAsks) reject(new Unreachable(undefined, false))
      pendingAsks.clear()
      queuedAsks.length = 0
    },
  }
}
