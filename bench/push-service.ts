import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A push service that takes everything. */
export class PushService {
  private pushes = 0
  private wanted = Infinity
  private reached: () => void = () => undefined
  private readonly server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(201, { 'Content-Length': '0' }).end()
      this.pushes += 1
      if (this.pushes >= this.wanted) this.reached()
    })
  })

  /** Answers its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, 'localhost', resolve))
    return `http://localhost:${(this.server.address() as AddressInfo).port}`
  }

  /** How many requests have come. */
  get count(): number {
    return this.pushes
  }

  /** Resolves with the time at which so many more requests have come. */
  after(amount: number): Promise<number> {
    this.wanted = this.pushes + amount
    return new Promise((resolve) => (this.reached = () => resolve(performance.now())))
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}

/** The keys of a browser or a phone. */
export function deviceKeys(): { p256dh: string; auth: string } {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
