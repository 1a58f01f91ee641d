import type { Headers } from './organization.ts'
import { sizes } from './organization.ts'

/** A request at one of its limits. */
export interface Limit {
  readonly name: string
  /** How often it is measured in a round. */
  readonly times: number
  readonly send: () => Promise<Response>
}

const longest = 10_000

/** Constructs of which a message of the greatest length is made. */
const constructs = {
  'plain words': 'harbour ',
  emphasis: '*a ',
  mentions: '@**Olga Owner** ',
  links: 'https://example.com/a ',
  'list items': '* a\n',
  'table rows': 'a|b\n',
  code: '`a` ',
  formulas: '$$x$$ ',
  emoji: ':smile: ',
}

const params = (values: Record<string, string>) => () => new URLSearchParams(values)
const page = (count: number) => `/messages?anchor=newest&num_before=${count}&num_after=0`
const file = (mib: number) => () => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(mib * 2 ** 20)]), 'large.bin')
  return body
}

export function requestsAtLimits(api: string, own: Headers): Limit[] {
  const get = (name: string, path: string, times: number, headers: Headers = own): Limit => ({
    name,
    times,
    send: () => fetch(path.startsWith('/api') ? new URL(path, api) : `${api}${path}`, { headers, redirect: 'manual' }),
  })
  const post = (name: string, path: string, body: () => BodyInit, times: number): Limit => ({
    name,
    times,
    send: () => fetch(`${api}${path}`, { method: 'POST', headers: own, body: body() }),
  })
  const message = (content: string) =>
    params({ type: 'stream', to: 'general', topic: 'long', content: content.slice(0, longest) })
  return [
    get('a refusal without credentials', '/users/me', 200, {}),
    get('the settings of the server', '/server_settings', 200),
    get("the caller's account", '/users/me', 200),
    get('a page of 1 message', page(1), 100),
    get('a page of 100 messages', page(100), 60),
    get('a page of 500 messages', page(500), 20),
    get('a page of 1,000 messages', page(1000), 12),
    get('a page of 5,000 messages', page(5000), 4),
    get('a search, 100 messages', `${page(100)}&narrow=${encodeURIComponent('[["search","harbour"]]')}`, 30),
    get(`${sizes.people.toLocaleString('en')} users`, '/users', 4),
    get(`${sizes.streams} streams`, '/streams?include_all_active=true', 20),
    get('subscriptions', '/users/me/subscriptions', 20),
    get('codes of emoji', '/../../static/generated/emoji/emoji_codes.json', 40),
    post('registering', '/register', params({}), 4),
    ...Object.entries(constructs).map(([name, piece]) =>
      post(
        `sending ${longest.toLocaleString('en')} bytes: ${name}`,
        '/messages',
        message(piece.repeat(longest / piece.length)),
        8,
      ),
    ),
    post('marking everything as read', '/mark_all_as_read', params({}), 8),
    post('a file of 1 MiB', '/user_uploads', file(1), 10),
    post(`a file of ${sizes.fileMib} MiB`, '/user_uploads', file(sizes.fileMib - 1), 3),
  ]
}

/** Requests for a file of the largest size, which is uploaded first. */
export async function fileRequests(api: string, own: Headers): Promise<Limit[]> {
  const uploaded = await fetch(`${api}/user_uploads`, { method: 'POST', headers: own, body: file(sizes.fileMib - 1)() })
  const { uri }: { uri: string } = await uploaded.json()
  const send = () => fetch(new URL(uri, api), { headers: own })
  return [{ name: `opening a file of ${sizes.fileMib} MiB`, times: 5, send }]
}
