import { exports } from 'cloudflare:workers'
import type { WebSocketConstructor, WebSocketLike } from '../../client/connection/socket'

type Handlers = {
  [T in 'open' | 'message' | 'close']: ((event: { code: number; reason: string; data: unknown }) => void)[]
}

/** A network with faults between a client and the real server. */
export class Network {
  /** Whether all requests fail. */
  isDown = false
  /** Whether sockets cannot open, as behind some proxies. */
  blocksSockets = false
  /** Whether new sockets open and stay silent. */
  silencesSockets = false
  /** Whether requests reach the server, but responses are lost. */
  losesAnswers = false
  /** Responses to the next requests in place of the server's. */
  readonly answers: (() => Response | Promise<Response>)[] = []
  /** Method and path of each request, including those that open sockets. */
  readonly requests: string[] = []
  readonly lines: Line[] = []
  readonly WebSocket: WebSocketConstructor

  /** `reach` sends a request to the server. */
  constructor(readonly reach: (request: Request) => Promise<Response> = (request) => exports.default.fetch(request)) {
    // oxlint-disable-next-line typescript/no-this-alias, unicorn/no-this-assignment -- a constructor for the client
    const network = this
    this.WebSocket = class extends Line {
      constructor(address: string) {
        super(network, address)
      }
    }
  }

  /** The latest socket. */
  get line(): Line {
    return this.lines.at(-1)!
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    this.recordRequest(request)
    await Promise.resolve()
    if (this.isDown) throw new TypeError('Failed to fetch')
    const { signal } = request
    const answer = this.answers.shift()?.() ?? this.reach(request)
    const response = await new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      Promise.resolve(answer).then(resolve, reject)
    })
    if (this.isDown || this.losesAnswers) throw new TypeError('Failed to fetch')
    return response
  }

  recordRequest({ method, url }: Pick<Request, 'method' | 'url'>): void {
    this.requests.push(`${method} ${new URL(url).pathname.slice('/api/v1'.length)}`)
  }
}

/** The client's end of a socket. */
export class Line implements WebSocketLike {
  /** Messages that the client sent. */
  readonly sentTexts: string[] = []
  isSilent: boolean
  private isClosed = false
  private real: WebSocket | null = null
  private readonly handlers: Handlers = { open: [], message: [], close: [] }

  constructor(
    private readonly network: Network,
    readonly address: string,
  ) {
    this.isSilent = network.silencesSockets
    network.lines.push(this)
    void this.open()
  }

  private async open(): Promise<void> {
    const url = this.address.replace('ws', 'http')
    await Promise.resolve()
    this.network.recordRequest({ method: 'SOCKET', url })
    if (this.network.isDown || this.network.blocksSockets) return this.cut(1006)
    const { webSocket } = await this.network.reach(new Request(url, { headers: { Upgrade: 'websocket' } }))
    if (webSocket === null || this.isClosed) return this.cut(1006)
    this.real = webSocket
    webSocket.addEventListener('message', ({ data }) => {
      if (!this.isSilent && !this.network.losesAnswers) this.tell('message', { data })
    })
    webSocket.addEventListener('close', ({ code, reason }) => {
      if (!this.isSilent) this.cut(code, reason)
    })
    webSocket.accept()
    this.tell('open')
  }

  private tell(type: keyof Handlers, event: { code?: number; reason?: string; data?: unknown } = {}): void {
    if (this.isClosed) return
    for (const handle of this.handlers[type]) handle({ code: 0, reason: '', data: null, ...event })
  }

  addEventListener(type: keyof Handlers, handle: (event: never) => void): void {
    this.handlers[type].push(handle as Handlers['open'][number])
  }

  send(text: string): void {
    if (this.isClosed) throw new TypeError('The socket is closed')
    this.sentTexts.push(text)
    if (!this.isSilent) this.real?.send(text)
  }

  /** Delivers a message to the client that the server did not send. */
  bring(data: string): void {
    this.tell('message', { data })
  }

  close(): void {
    this.cut(1000)
  }

  /** Closes both ends; the client sees this code. */
  cut(code: number, reason = ''): void {
    this.tell('close', { code, reason })
    this.isClosed = true
    if (this.real?.readyState === WebSocket.READY_STATE_OPEN) this.real.close(1000)
  }
}
