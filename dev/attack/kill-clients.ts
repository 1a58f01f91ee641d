/** Clients that survive the death of their server; for `kill.ts`. */

export interface Account {
  base: string
  headers: Record<string, string>
}

interface Event {
  id: number
  type: string
  message?: { id: number }
  content?: string
}

export interface Answer {
  result: string
  msg: string
  code?: string
  id?: number
  queue_id?: string
  last_event_id?: number
  ticket?: string
  events?: Event[]
  messages?: { id: number }[]
}

/** Repeats its step until it is stopped, whatever happens to the server. */
export abstract class Client {
  protected readonly account: Account
  protected stopped = false

  constructor(account: Account) {
    this.account = account
  }

  /** One step. It is repeated if it throws an error of the connection. */
  protected abstract step(): Promise<void>

  async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.step()
      } catch (error) {
        if (error instanceof RefusedRequest) throw error
        await pause(50)
      }
    }
  }

  stop(): void {
    this.stopped = true
  }

  /** Sends a request and returns a successful response. Throws for faults of the connection and for 5xx. */
  protected async ask(method: string, path: string, params: Record<string, string | number>): Promise<Answer> {
    const { base, headers } = this.account
    const encoded = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
    const inQuery = method === 'GET'
    const response = await fetch(`${base}${path}${inQuery ? `?${encoded.toString()}` : ''}`, {
      method,
      headers,
      ...(!inQuery && { body: encoded }),
    })
    const answer = await response.json<Answer>()
    if (response.status >= 400 && response.status < 500) throw new RefusedRequest(`${method} ${path}: ${answer.msg}`)
    if (!response.ok) throw new Error(answer.msg)
    return answer
  }
}

/** The server refused a request, which must not happen here. */
export class RefusedRequest extends Error {}

/** Sends messages one by one, and repeats each until it is acknowledged. */
export class Sender extends Client {
  readonly acknowledged: { id: number; content: string }[] = []
  private readonly name: string
  private queue_id: string | undefined

  constructor(account: Account, name: string) {
    super(account)
    this.name = name
  }

  protected async step(): Promise<void> {
    this.queue_id ??= (await this.ask('POST', '/register', { event_types: '[]', queue_lifespan_secs: 3600 })).queue_id!
    const content = `${this.name}${this.acknowledged.length}`
    const message = { type: 'stream', to: 'general', topic: 'kill', content }
    const { id } = await this.ask('POST', '/messages', { ...message, queue_id: this.queue_id, local_id: content })
    this.acknowledged.push({ id: id!, content })
  }
}

/** Edits a message again and again. An edit without a response may or may not have happened; it is not repeated. */
export class Editor extends Client {
  readonly acknowledged: string[] = []
  private id: number | undefined
  private edits = 0

  protected async step(): Promise<void> {
    this.id ??= (
      await this.ask('POST', '/messages', { type: 'stream', to: 'general', topic: 'edit', content: 'v0' })
    ).id!
    const content = `v${(this.edits += 1)}`
    await this.ask('PATCH', `/messages/${this.id}`, { content })
    this.acknowledged.push(content)
  }
}

/** The events that a listener got, in order. */
interface EventLog {
  ids: number[]
  messages: number[]
  edited: string[]
}

export abstract class Listener extends Client {
  readonly log: EventLog = { ids: [], messages: [], edited: [] }

  protected readonly queue_id: string
  protected last_event_id: number

  constructor(account: Account, queue_id: string, last_event_id: number) {
    super(account)
    this.queue_id = queue_id
    this.last_event_id = last_event_id
  }

  protected take(events: Event[]): void {
    for (const { id, type, message, content } of events) {
      this.last_event_id = id
      this.log.ids.push(id)
      if (type === 'message') this.log.messages.push(message!.id)
      if (type === 'update_message') this.log.edited.push(content!)
    }
  }

  /** Waits for a limited time until it has got enough events. */
  async until(enough: (log: EventLog) => boolean): Promise<void> {
    for (let tries = 0; tries < 200 && !enough(this.log); tries += 1) await pause(50)
    await pause(200)
  }
}

const registerQueue = async (account: Account): Promise<[Account, string, number]> => {
  const response = await fetch(`${account.base}/register`, {
    method: 'POST',
    headers: account.headers,
    body: new URLSearchParams({
      event_types: '["message", "update_message"]',
      fetch_event_types: '[]',
      queue_lifespan_secs: '3600',
    }),
  })
  const { queue_id, last_event_id } = await response.json<{ queue_id: string; last_event_id: number }>()
  return [account, queue_id, last_event_id]
}

export class PollingListener extends Listener {
  static async register(account: Account): Promise<Listener> {
    return new PollingListener(...(await registerQueue(account)))
  }

  protected async step(): Promise<void> {
    const { queue_id, last_event_id } = this
    this.take((await this.ask('GET', '/events', { queue_id, last_event_id })).events!)
  }
}

export class SocketListener extends Listener {
  static async register(account: Account): Promise<Listener> {
    return new SocketListener(...(await registerQueue(account)))
  }

  /** One connection from its opening to its end. */
  protected async step(): Promise<void> {
    const { queue_id, last_event_id } = this
    const { ticket } = await this.ask('POST', '/events/ticket', {})
    const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id), ticket: ticket! })
    const socket = new WebSocket(`${this.account.base.replace('http', 'ws')}/events?${query.toString()}`)
    await new Promise<void>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        this.take((JSON.parse(String(data)) as { events: Event[] }).events)
        socket.send(JSON.stringify({ last_event_id: this.last_event_id }))
      })
      socket.addEventListener('error', () => resolve())
      socket.addEventListener('close', () => resolve())
    })
    if (!this.stopped) throw new Error('The connection was lost')
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
