import type { Message } from './api'
import { systemClock } from './connection/clock'
import { Unreachable } from './connection/refusal'
import { createBackoff } from './connection/backoff'
import { createWire, type Wire, type WireOptions } from './connection/wire'

/** A program that answers the messages that mention it. */
export interface Bot {
  readonly wire: Wire
  /**
   * The unread messages that mention the bot, oldest first, and then new ones as they come. A message is marked as read when
   * the loop asks for the next one. So if the program ends while it works on a message, it gets that message again.
   */
  mentions(): AsyncGenerator<Message, void>
  /**
   * Answers in the message's conversation. Answers to a message are numbered, and the server accepts each number once, as
   * long as the answer is among the latest 200 messages of the bot. So a program that was restarted may answer again.
   */
  reply(message: Message, content: string): Promise<void>
  /** Ends `mentions()`. */
  stop(): void
}

/** Mentions that one request fetches. */
const pageSize = 100

/** The server recognizes a repeated answer by this `queue_id` and its `local_id`, so both are the same in each process. */
const answersQueue = 'answers'

/** Logs a bot in and listens for mentions. If the server cannot be reached, it waits and tries again. */
export async function openBot(options: WireOptions): Promise<Bot> {
  const { clock = systemClock } = options
  const wire = createWire(options)
  const replyNumbers = new Map<number, number>()
  let hasNews = true
  let wake: (() => void) | null = null

  function onNews(): void {
    hasNews = true
    wake?.()
  }

  /** Registers. Mentions from before the registration bring no event, so they are fetched next. */
  async function register() {
    const events = { event_types: ['message', 'update_message'], fetch_event_types: [] }
    const registration = await wire.ask('POST /register', events)
    onNews()
    return registration
  }

  async function retryWhileUnreachable<T>(ask: () => Promise<T>): Promise<T> {
    const backoff = createBackoff(clock)
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        await backoff.backOff()
      }
    }
  }

  const follower = wire.follow({
    from: await retryWhileUnreachable(register),
    register,
    onEvents(events) {
      if (events.some((event) => 'flags' in event && event.flags.includes('mentioned'))) onNews()
    },
    onStatus(status) {
      if (status === 'ended') wake?.()
    },
  })

  const isEnded = (): boolean => follower.status === 'ended'

  async function unreadMentions(): Promise<Message[]> {
    const narrow = ['mentioned', 'unread'].map((operand) => ({ operator: 'is', operand }))
    const page = { narrow, anchor: 'oldest', num_before: 0, num_after: pageSize, apply_markdown: false }
    const { messages } = await retryWhileUnreachable(() => wire.ask('GET /messages', page))
    return messages
  }

  async function* mentions(): AsyncGenerator<Message, void> {
    while (!isEnded()) {
      hasNews = false
      const messages = await unreadMentions()
      for (const message of messages) {
        yield message
        replyNumbers.delete(message.id)
        const messages = [message.id]
        await retryWhileUnreachable(() => wire.ask('POST /messages/flags', { op: 'add', flag: 'read', messages }))
      }
      if (messages.length === 0 && !hasNews && !isEnded()) await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  async function reply(message: Message, content: string): Promise<void> {
    const number = (replyNumbers.get(message.id) ?? 0) + 1
    replyNumbers.set(message.id, number)
    const echo = { queue_id: answersQueue, local_id: `${message.id}.${number}` }
    const answer = { ...recipientOf(message), content, ...echo }
    await retryWhileUnreachable(() => wire.ask('POST /messages', answer))
  }

  return { wire, mentions, reply, stop: () => follower.stop() }
}

/** Parameters of `POST /messages` for an answer to a message. */
function recipientOf({ stream_id, subject, display_recipient }: Message) {
  if (stream_id !== undefined) return { type: 'stream', to: JSON.stringify([stream_id]), topic: subject } as const
  const people = typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id)
  return { type: 'private', to: JSON.stringify(people) } as const
}
