/** Ordinary people, who measure how long the server takes; for `abuse.ts`. */
import { PollingListener, SocketListener, type Account as Address, type Listener } from './kill-clients.ts'

/** Milliseconds between two messages of a person. */
const pause = 3000

/** Milliseconds to wait for a response, on a machine however busy. */
const patience = 20_000

/** A person who chats: sends now and then, reads, and listens to what all others send. */
export class Ordinary {
  /** Acknowledged messages, each with the time of `performance.now()` at which it was sent, and the milliseconds until its acknowledgement. */
  readonly sent: { id: number; content: string; begun: number; took: number }[] = []
  /** Refusals and errors. */
  readonly problems: string[] = []
  private readonly address: Address
  private readonly name: string
  private readonly listener: Listener
  private stopped = false

  private constructor(address: Address, name: string, listener: Listener) {
    this.address = address
    this.name = name
    this.listener = listener
  }

  static async begin(address: Address, name: string, by: 'polling' | 'socket'): Promise<Ordinary> {
    return new Ordinary(address, name, await (by === 'polling' ? PollingListener : SocketListener).register(address))
  }

  /** Chats until `stop` is called. */
  async run(): Promise<void> {
    const listening = this.listener.run().catch((error: unknown) => this.problems.push(`listening: ${String(error)}`))
    for (let number = 1; !this.stopped; number += 1) {
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
      await this.send(`${this.name} ${number}`)
      if (number % 5 === 0) await this.ask('GET', '/messages?anchor=newest&num_before=20&num_after=0')
    }
    void listening
  }

  /** Stops sending, but still listens. */
  stop(): void {
    this.stopped = true
  }

  /** Waits for a limited time until it has got each of these messages once. Returns the ids for which that is not so. */
  async waitForMissing(ids: readonly number[]): Promise<number[]> {
    await this.listener.until(({ messages }) => ids.every((id) => messages.includes(id)))
    this.listener.stop()
    const { messages } = this.listener.log
    return ids.filter((id) => messages.filter((message_id) => message_id === id).length !== 1)
  }

  private async send(content: string): Promise<void> {
    const begun = performance.now()
    const answer = await this.ask('POST', '/messages', { type: 'stream', to: 'general', topic: 'tea', content })
    if (answer !== null) this.sent.push({ id: answer['id'] as number, content, begun, took: performance.now() - begun })
  }

  private async ask(method: string, path: string, params?: Record<string, string>) {
    const { base, headers } = this.address
    try {
      const response = await fetch(base + path, {
        method,
        headers,
        signal: AbortSignal.timeout(patience),
        ...(params && { body: new URLSearchParams(params) }),
      })
      const answer = await response.json<Record<string, unknown>>()
      if (response.ok) return answer
      this.problems.push(`${method} ${path}: ${response.status} ${String(answer['msg'])}`)
    } catch (error) {
      this.problems.push(`${method} ${path}: ${String(error)}`)
    }
    return null
  }
}
