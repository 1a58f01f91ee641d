import type { Message } from './api'
import { systemClock } from './connection/clock'
import { Unreachable } from './connection/refusal'
import { createBackoff } from './connection/backoff'
import { createWire, type Wire, type WireOptions } from './connection/wire'

/** A program that answers when it is mentioned. */
export interface Bot {
  readonly wire: Wire
  /**
   * The unread messages that mention the bot, the oldest first, and new ones as they come. A message is marked as read when
   * the next one is taken. So a message at which the program ended comes again after its restart.
   */
  mentions(): AsyncGenerator<Message, void>
  /**
   * Answers in the message's conversation. The server knows the first, second ... answer to a message by its number, and takes
   * each once, among the latest 200 messages of the bot: a program that was restarted may answer again.
   */
  reply(message: Message, content: string): Promise<void>
  /** Ends `mentions()`. */
  stop(): void
}

/** Most mentions that are fetched at once. */
const pageSize = 100

/** The event queue of all answers, in the server's memory of what was sent, whichever process sends them. */
const answersQueue = 'answers'

/** Logs a bot in, and listens to what is said to it. Waits for a server that cannot be reached. */
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

  /** What was said before the registration is fetched after it. */
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

/** Where an answer to a message goes. */
function recipientOf({ stream_id, subject, display_recipient }: Message) {
  if (stream_id !== undefined) return { type: 'stream', to: JSON.stringify([stream_id]), topic: subject } as const
  const people = typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id)
  return { type: 'private', to: JSON.stringify(people) } as const
}
