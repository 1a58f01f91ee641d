import { exports } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { RealmObject } from '../../src/core/realm/realm-object'
import { expectDeclaredOnSocket } from './declared-answers'
import { expectEvent, type Listener, type Params, type ToldEvent } from './index'

/** The body of a response on a socket. */
export interface AnswerOnSocket {
  result: string
  msg: string
  code?: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at whatever comes
  [field: string]: any
}

interface Answered {
  readonly id: number | string
  readonly answer: AnswerOnSocket
}

/** The client's end of a WebSocket. */
export class Client {
  readonly events: ToldEvent[] = []
  readonly said: string[] = []
  /** Responses in the order of their arrival. */
  readonly answered: Answered[] = []
  private asked = 0
  /** Length in characters of each frame with events. */
  readonly sizes: number[] = []
  closed: CloseEvent | null = null

  constructor(readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      const text = data as string
      if (!text.startsWith('{')) {
        this.said.push(text)
        return
      }
      const { events, ...answered } = JSON.parse(text) as { events?: ToldEvent[] } & Answered
      if (events === undefined) {
        this.answered.push(answered)
        return
      }
      events.forEach(expectEvent)
      this.sizes.push(text.length)
      this.events.push(...events)
    })
    socket.addEventListener('close', (event) => {
      this.closed = event
    })
    socket.accept()
  }

  /** Contents of the received messages. Waits until there are at least `amount`. */
  async contents(amount: number): Promise<string[]> {
    await vi.waitFor(() => expect(this.events.length).toBeGreaterThanOrEqual(amount))
    return this.events.map((event) => event['message'].content as string)
  }

  /** Sends a request. The response may be a refusal, and must match the declaration of its endpoint. */
  async ask(ask: string, params?: Params): Promise<AnswerOnSocket> {
    const id = `ask ${(this.asked += 1)}`
    this.socket.send(JSON.stringify({ id, ask, params }))
    const answer = await vi.waitFor(() => {
      const found = this.answered.find((one) => one.id === id)
      expect(found ?? this.closed, ask).toBeTruthy()
      return found?.answer
    })
    if (answer === undefined) expect.fail(`${ask}: the socket was closed with ${this.closed!.code}`)
    expectDeclaredOnSocket(ask, answer)
    return answer
  }

  /** Waits until the server closes the socket, and returns the code. */
  async closedWith(): Promise<number> {
    await vi.waitFor(() => expect(this.closed).not.toBeNull())
    return this.closed!.code
  }

  acknowledge(last_event_id = this.events.at(-1)!.id): void {
    this.socket.send(JSON.stringify({ last_event_id }))
  }
}

/** Closes a connection and waits until the realm's object has noticed. The waiting itself does not wake the object. */
export async function close({ socket }: Client): Promise<void> {
  const closes = vi.spyOn(RealmObject.prototype, 'webSocketClose')
  socket.close(1000)
  await vi.waitFor(() => expect(closes).toHaveBeenCalled())
  await Promise.all(closes.mock.results.map(({ value }) => value as Promise<void>))
  closes.mockRestore()
}

/** Requests a WebSocket; returns the response. */
export const upgrade = (
  person: Listener['person'],
  query: Record<string, unknown>,
  headers: Record<string, string> = {},
) => {
  const encoded = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return exports.default.fetch(
    new Request(`http://${person.realm.host}/api/v1/events?${encoded.toString()}`, {
      headers: { Upgrade: 'websocket', ...headers },
    }),
  )
}

export const credentialsOf = ({ authorization }: Listener['person']) => ({ Authorization: authorization })

export async function connect(listener: Listener, last_event_id = listener.last_event_id): Promise<Client> {
  const { person, queue_id } = listener
  const response = await upgrade(person, { queue_id, last_event_id }, credentialsOf(person))
  expect(response.status).toBe(101)
  return new Client(response.webSocket!)
}
