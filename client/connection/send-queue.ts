import type { Clock } from './clock'
import { answerIn, Unreachable, type Answer } from './refusal'

// The first three limits are lower than those of the server, because the person's other windows count too.

const maxMessagesPerSecond = 18

/** Asks without an answer. */
const maxPendingAsks = 50

/** Characters of all asks without an answer. */
const maxPendingAskCharacters = 256 * 1024

/** This many events are acknowledged without waiting for the next ask. */
const acknowledgeAfterEvents = 200

/** Events with this many characters are acknowledged without waiting for the next ask. */
const acknowledgeAfterCharacters = 500_000

/** The acknowledgement of fewer events waits at most this long for an ask to travel with. */
const acknowledgeWithinMs = 60_000

interface QueuedAsk {
  /** Method, path and parameters: members of a JSON object, without its braces. */
  readonly members: string
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** Sends asks and acknowledgements over a socket, in order, and within the server's limits. */
export interface SendQueue {
  /** Rejects with `Unreachable` if the socket is closed before the answer. */
  readonly ask: (members: string) => Promise<Answer>
  /** Call it with each answer from the server. */
  onAnswer(id: number, answer: unknown): void
  /**
   * Acknowledges all events up to `id`, soon or with the next ask. `events` and `characters` say how many were not yet
   * acknowledged by an earlier call.
   */
  readonly acknowledge: (id: number, events: number, characters: number) => void
  /** Rejects all asks without an answer. */
  end(): void
}

export function createSendQueue(send: (text: string) => void, clock: Clock): SendQueue {
  const queuedAsks: QueuedAsk[] = []
  const pendingAsks = new Map<number, QueuedAsk>()
  let lastAskId = 0
  let pendingAskCharacters = 0
  /** When the messages of the last second were sent. */
  let sendTimes: number[] = []
  let cancelPump: (() => void) | null = null
  let isEnded = false
  /** The id of the last event that may be acknowledged, and of the last one that was. */
  let newestEventId = -1
  let acknowledgedEventId = -1
  let unacknowledgedEvents = 0
  let unacknowledgedCharacters = 0
  let isAcknowledgementDue = false
  let cancelAcknowledgement: (() => void) | null = null

  /** Sends as much as the limits allow. */
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
