import { answerOf, reach, textsOf, type Answer, type Params } from './request'

/** The attributes of a `Set-Cookie` header. */
interface SetCookie {
  readonly name: string
  readonly value: string
  readonly attributes: readonly string[]
}

type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** A browser on pages of one organization's address: keeps cookies, and sends the headers that browsers send. */
export class Browser {
  private readonly cookies = new Map<string, string>()

  constructor(readonly host: string) {}

  get origin(): string {
    return `http://${this.host}`
  }

  /** The header `Cookie`, as the browser sends it. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The content of the cookie that logs in; null if there is none. */
  get secret(): string | null {
    return this.cookies.get('__Host-rivulet-session') ?? null
  }

  /** The answer to a script of a page, which may be a refusal. */
  async ask(method: string, path: string, params: Params = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const encoded = new URLSearchParams(textsOf(params))
    const isRead = method === 'GET'
    const response = await this.send(`/api/v1${path}${isRead && encoded.size > 0 ? `?${encoded.toString()}` : ''}`, {
      method,
      headers: {
        'X-Requested-With': 'test',
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Mode': 'cors',
        // Browsers name no origin when a page reads from its own.
        ...(!isRead && { Origin: this.origin }),
        ...headers,
      },
      ...(!isRead && { body: encoded }),
    })
    return answerOf(method, path, response)
  }

  /** The answer to any request that the browser makes: it adds the cookies, and keeps those of the answer. */
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

/** A browser in which somebody is logged in. */
export async function logIn(host: string, username: string, password: string): Promise<Browser> {
  const browser = new Browser(host)
  const answer = await browser.ask('POST', '/session', { username, password })
  if (answer.status !== 200) throw new Error(`POST /session: ${answer.msg}`)
  return browser
}

/** How requests of pages of a browser get to the server: with its cookies, and the headers that browsers add. */
export const reachAs =
  (browser: Browser) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const added = { Origin: browser.origin, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' }
    const headers = { ...Object.fromEntries(request.headers), ...added }
    const body = request.body === null ? {} : { body: await request.arrayBuffer() }
    return browser.send(pathname + search, { method: request.method, headers, ...body })
  }
