import { answerOf, reach, textsOf, type Answer, type Params } from './request'

/** The attributes of a `Set-Cookie` header. */
interface SetCookie {
  readonly name: string
  readonly value: string
  readonly attributes: readonly string[]
}

type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** A browser on the pages of one organization: keeps cookies, and sends the headers that browsers send. */
export class Browser {
  private readonly cookies = new Map<string, string>()

  constructor(readonly host: string) {}

  get origin(): string {
    return `http://${this.host}`
  }

  /** The header `Cookie`. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The value of the session cookie; null if nobody is logged in. */
  get secret(): string | null {
    return this.cookies.get('__Host-rivulet-session') ?? null
  }

  /** Sends a request as a script of a page does. The response may be a refusal. */
  async ask(method: string, path: string, params: Params = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const encoded = new URLSearchParams(textsOf(params))
    const isRead = method === 'GET'
    const response = await this.send(`/api/v1${path}${isRead && encoded.size > 0 ? `?${encoded.toString()}` : ''}`, {
      method,
      headers: {
        'X-Requested-With': 'test',
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Mode': 'cors',
        // Browsers send no `Origin` with a same-origin GET.
        ...(!isRead && { Origin: this.origin }),
        ...headers,
      },
      ...(!isRead && { body: encoded }),
    })
    return answerOf(method, path, response)
  }

  /** Sends any request with the cookies, and keeps the cookies of the response. */
  async send(path: string, { headers = {}, ...init }: Sent = {}) {
    const cookie = this.cookies.size === 0 ? {} : { Cookie: this.cookie }
    const response = await reach(this.host, path, { redirect: 'manual', ...init, headers: { ...cookie, ...headers } })
    for (const { name, value, attributes } of cookiesOf(response.headers)) {
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** Opens a WebSocket. */
  async open(query: Params, headers: Record<string, string> = { Origin: this.origin }): Promise<Response> {
    const encoded = new URLSearchParams(textsOf(query))
    return this.send(`/api/v1/events?${encoded.toString()}`, { headers: { Upgrade: 'websocket', ...headers } })
  }
}

export const cookiesOf = (headers: Headers): SetCookie[] =>
  headers.getSetCookie().map((text) => {
    const [pair, ...attributes] = text.split('; ')
    const at = pair!.indexOf('=')
    return { name: pair!.slice(0, at), value: pair!.slice(at + 1), attributes }
  })

/** A browser that is logged in. */
export async function logIn(host: string, username: string, password: string): Promise<Browser> {
  const browser = new Browser(host)
  const answer = await browser.ask('POST', '/session', { username, password })
  if (answer.status !== 200) throw new Error(`POST /session: ${answer.msg}`)
  return browser
}

/** Returns a function that sends requests of a page: with the browser's cookies and headers. */
export const reachAs =
  (browser: Browser) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const added = { Origin: browser.origin, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' }
    const headers = { ...Object.fromEntries(request.headers), ...added }
    const body = request.body === null ? {} : { body: await request.arrayBuffer() }
    return browser.send(pathname + search, { method: request.method, headers, ...body })
  }
