import type { WebSocketConstructor, WebSocketLike } from '../../client/connection/socket.ts'

/** A browser on a page of the organization's own address, logged in by a cookie. */
export interface Browser {
  readonly fetch: typeof fetch
  readonly WebSocket: WebSocketConstructor
  /** The open sockets. */
  readonly sockets: ReadonlySet<Line>
}

/** A socket that can be lost. */
interface Line extends WebSocketLike {
  /** The connection is gone: neither end waits for the other. */
  lose(): void
}

/** Logs in without a password, as a development server allows. */
export async function browserOf(site: string, username: string): Promise<Browser> {
  const response = await fetch(`${site}/api/v1/dev_session`, {
    method: 'POST',
    headers: { Origin: site },
    body: new URLSearchParams({ username }),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';')[0]!)
    .join('; ')
  if (!response.ok) throw new Error(`${username} could not log in: ${await response.text()}`)
  const own = { Cookie: cookie, Origin: site }
  const sockets = new Set<Line>()
  return {
    sockets,
    fetch: (address, init = {}) => fetch(address, { ...init, headers: { ...own, ...(init.headers as object) } }),
    WebSocket: class implements Line {
      private readonly socket: WebSocket
      private readonly onClose: ((event: { code: number }) => void)[] = []

      constructor(address: string) {
        // The node runtime takes headers here, which browsers do not.
        this.socket = new WebSocket(address, { headers: own } as unknown as string[])
        sockets.add(this)
      }

      addEventListener(type: string, listener: (event: never) => void): void {
        if (type === 'close') this.onClose.push(listener as (event: { code: number }) => void)
        this.socket.addEventListener(type as 'close', listener as unknown as EventListener)
      }

      send(text: string): void {
        this.socket.send(text)
      }

      close(code?: number): void {
        sockets.delete(this)
        this.socket.close(code)
      }

      lose(): void {
        this.close()
        for (const listener of this.onClose) listener({ code: 1006 })
      }
    },
  }
}
