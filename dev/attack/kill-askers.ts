/** Clients that use their sockets for requests and survive the death of their server; for `kill.ts`. */
import { Client, pause, RefusedRequest, type Account, type Answer } from './kill-clients.ts'

/** Parallel requests in a step, and the pause after it: a socket may send 20 requests a second. */
const together = 5
const pauseMs = 300

interface MessageAttempt {
  id?: number
  answer?: Answer
}

/** A client that sends requests over one socket at a time. When the socket closes, all unanswered requests count as failed. */
abstract class Asker extends Client {
  private queue_id: string | undefined
  private last_event_id = -1
  private socket: Promise<WebSocket> | null = null
  private readonly waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  private lastRequestId = 0

  /** The id of the client's queue. Opens the socket if needed. */
  protected async queue(): Promise<string> {
    await (this.socket ??= this.open())
    return this.queue_id!
  }

  /** Sends a request and returns a successful response. Throws for faults of the connection or the server. */
  protected async askOnSocket(ask: string, params: Record<string, unknown>): Promise<Answer> {
    this.socket ??= this.open()
    const socket = await this.socket
    const id = (this.lastRequestId += 1)
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, ask, params }))
      else reject(new Error('The connection was lost'))
    })
    if (answer.result === 'success') return answer
    if (answer.code !== 'INTERNAL_ERROR') throw new RefusedRequest(`${ask}: ${answer.msg}`)
    socket.close()
    throw new Error(answer.msg)
  }

  private async open(): Promise<WebSocket> {
    try {
      await this.register()
      const { ticket } = await this.ask('POST', '/events/ticket', {})
      const { queue_id, last_event_id } = this
      const query = new URLSearchParams({ queue_id: queue_id!, last_event_id: String(last_event_id), ticket: ticket! })
      const socket = new WebSocket(`${this.account.base.replace('http', 'ws')}/events?${query.toString()}`)
      socket.addEventListener('message', ({ data }) => this.take(JSON.parse(String(data)) as MessageAttempt))
      await new Promise<void>((resolve, reject) => {
        const lost = () => {
          this.lose()
          reject(new Error('The connection was lost'))
        }
        socket.addEventListener('open', () => resolve())
        socket.addEventListener('error', lost)
        socket.addEventListener('close', lost)
      })
      return socket
    } catch (error) {
      this.lose()
      throw error
    }
  }

  /** Registers the queue once. It survives the server, and identifies repeated messages. */
  private async register(): Promise<void> {
    if (this.queue_id !== undefined) return
    const state = await this.ask('POST', '/register', { event_types: '[]', queue_lifespan_secs: 3600 })
    this.queue_id = state.queue_id!
    this.last_event_id = state.last_event_id!
  }

  private take({ id, answer }: MessageAttempt): void {
    if (id === undefined || answer === undefined) return
    this.waiting.get(id)?.resolve(answer)
    this.waiting.delete(id)
  }

  private lose(): void {
    this.socket = null
    for (const { reject } of this.waiting.values()) reject(new Error('The connection was lost'))
    this.waiting.clear()
  }

  override stop(): void {
    super.stop()
    void this.socket?.then((socket) => socket.close())
  }
}

/** Sends several messages at once, and repeats them until all are acknowledged. */
export class AskingSender extends Asker {
  readonly acknowledged: { id: number; content: string }[] = []
  private readonly name: string

  constructor(account: Account, name: string) {
    super(account)
    this.name = name
  }

  protected async step(): Promise<void> {
    const queue_id = await this.queue()
    const first = this.acknowledged.length
    const contents = Array.from({ length: together }, (_, index) => `${this.name}${first + index}`)
    const sent = contents.map(async (content) => {
      const message = { type: 'stream', to: 'general', topic: 'kill', content, local_id: content, queue_id }
      return { id: (await this.askOnSocket('POST /messages', message)).id!, content }
    })
    this.acknowledged.push(...(await Promise.all(sent)))
    await pause(pauseMs)
  }

  /** Messages whose id is not above that of the message before. */
  get outOfOrder(): { id: number; content: string }[] {
    return this.acknowledged.filter(({ id }, index) => index > 0 && id <= this.acknowledged[index - 1]!.id)
  }
}

/** Edits a message again and again, like `Editor`, but several edits at once. */
export class AskingEditor extends Asker {
  readonly acknowledged: string[] = []
  private id: number | undefined
  private edits = 0

  protected async step(): Promise<void> {
    const message = { type: 'stream', to: 'general', topic: 'edit', content: 'w0', local_id: 'w0' }
    this.id ??= (await this.askOnSocket('POST /messages', { ...message, queue_id: await this.queue() })).id!
    const edits = Array.from({ length: together }, async () => {
      const content = `w${(this.edits += 1)}`
      await this.askOnSocket(`PATCH /messages/${this.id}`, { content })
      this.acknowledged.push(content)
    })
    await Promise.all(edits)
    await pause(pauseMs)
  }
}

/**
 * Marks the messages of a sender as read, a few at a time, and repeats each request until it is acknowledged. The server batches
 * these marks.
 */
export class AskingMarker extends Asker {
  readonly read: number[] = []
  private readonly sender: AskingSender

  constructor(account: Account, sender: AskingSender) {
    super(account)
    this.sender = sender
  }

  protected async step(): Promise<void> {
    const next = this.sender.acknowledged.slice(this.read.length).map(({ id }) => id)
    if (next.length > 0) {
      await this.askOnSocket('POST /messages/flags', { messages: next, op: 'add', flag: 'read' })
      this.read.push(...next)
    }
    await pause(pauseMs)
  }

  /** Messages that it marked as read and that are unread. */
  async lostMarks(): Promise<number[]> {
    const narrow = '[{"operator":"is","operand":"unread"}]'
    const page = { narrow, anchor: 'newest', num_before: 5000, num_after: 0 }
    const { messages } = await this.ask('GET', '/messages', page)
    const unread = new Set(messages!.map(({ id }) => id))
    return this.read.filter((id) => unread.has(id))
  }
}

/** Stars the messages of a sender, and repeats each request until it is acknowledged. */
export class AskingReader extends Asker {
  readonly starred: number[] = []
  private readonly sender: AskingSender

  constructor(account: Account, sender: AskingSender) {
    super(account)
    this.sender = sender
  }

  protected async step(): Promise<void> {
    const next = this.sender.acknowledged.slice(this.starred.length).map(({ id }) => id)
    if (next.length > 0) {
      await this.askOnSocket('POST /messages/flags', { messages: next, op: 'add', flag: 'starred' })
      this.starred.push(...next)
    }
    await pause(pauseMs)
  }

  /** Messages that it starred and that have no star. */
  async lostStars(): Promise<number[]> {
    const narrow = '[{"operator":"is","operand":"starred"}]'
    const { messages } = await this.ask('GET', '/messages', {
      narrow,
      anchor: 'newest',
      num_before: 5000,
      num_after: 0,
    })
    const starred = new Set(messages!.map(({ id }) => id))
    return this.starred.filter((id) => !starred.has(id))
  }
}
