/** A push service for one Firefox, as Mozilla's: the browser is connected by a WebSocket, and others post to the addresses that it got. */
import { DurableObject } from 'cloudflare:workers'

/** What a browser says. */
interface Said {
  readonly messageType?: string
  readonly channelID?: string
  readonly updates?: readonly { readonly code: number }[]
}

/** What the browser says of a push: 100 means that its service worker got it, 101 that it could not be decrypted. */
type Acknowledgement = number

export class Relay extends DurableObject {
  private browser: WebSocket | null = null
  private readonly acknowledged: Acknowledgement[] = []
  private versions = 0
  private channelID = ''

  override async fetch(request: Request): Promise<Response> {
    const { origin, pathname } = new URL(request.url)
    if (request.headers.get('Upgrade') === 'websocket') return this.accept(origin)
    if (request.method === 'POST') {
      const body = Buffer.from(await request.arrayBuffer())
      return this.forward(pathname.slice(1), body, request.headers.get('Content-Encoding') ?? '')
    }
    // Sends what nobody can decrypt.
    if (pathname === '/unreadable') return this.forward(this.channelID, Buffer.alloc(4096, 1), 'aes128gcm')
    return Response.json(this.acknowledged)
  }

  private accept(origin: string): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    server.accept()
    this.browser = server
    server.addEventListener('message', ({ data }) => {
      const said = JSON.parse(String(data)) as Said
      const answer = this.answerTo(said, origin)
      if (answer !== null) server.send(JSON.stringify(answer))
    })
    return new Response(null, { status: 101, webSocket: client })
  }

  private answerTo({ messageType, channelID, updates = [] }: Said, origin: string): object | null {
    const answer = { messageType, status: 200 }
    if (messageType === 'hello') return { ...answer, uaid: '0'.repeat(32), use_webpush: true }
    if (messageType === 'register') {
      this.channelID = channelID!
      return { ...answer, channelID, pushEndpoint: `${origin}/${channelID}` }
    }
    if (messageType === 'unregister') return { ...answer, channelID }
    if (messageType === 'ack') this.acknowledged.push(...updates.map(({ code }) => code))
    return messageType === undefined ? {} : null
  }

  private forward(channelID: string, body: Buffer, encoding: string): Response {
    if (this.browser === null) return new Response(null, { status: 410 })
    this.versions += 1
    const data = body.toString('base64url')
    const push = { messageType: 'notification', channelID, version: String(this.versions), data, headers: { encoding } }
    this.browser.send(JSON.stringify(push))
    return new Response(null, { status: 201, headers: { 'Content-Length': '0' } })
  }
}

interface Bindings {
  readonly RELAY: DurableObjectNamespace<Relay>
}

export default {
  fetch: (request: Request, { RELAY }: Bindings): Promise<Response> => RELAY.getByName('relay').fetch(request),
}
