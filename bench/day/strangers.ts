import { join } from 'node:path'
import { runnerImport } from 'vite'
import type { newKey as NewKey } from '../../src/auth/keys.ts'
import type { Office } from './office.ts'
import type { Totals } from './usage.ts'

const {
  module: { newKey },
} = await runnerImport<{ newKey: typeof NewKey }>(join(import.meta.dirname, '../../src/auth/keys.ts'))

type Asking = (site: string) => Promise<Response>

const basic = (key: string) => ({ Authorization: `Basic ${btoa(`person1@day.test:${key}`)}` })
const get =
  (path: string, headers: () => Record<string, string> = () => ({})): Asking =>
  (site) =>
    fetch(`${site}${path}`, { headers: headers() })
const post =
  (path: string, body: () => Record<string, string>): Asking =>
  (site) =>
    fetch(`${site}/api/v1${path}`, { method: 'POST', body: new URLSearchParams(body()) })

const mistypedKey = (): string => newKey().replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))

/** Requests of clients without valid credentials, in equal parts. */
const kinds: readonly Asking[] = [
  get('/api/v1/users/me'),
  get('/api/v1/users/me', () => basic(mistypedKey())),
  get('/api/v1/messages?anchor=newest&num_before=1&num_after=0', () => basic(newKey())),
  get('/api/v1/users/me', () => ({ Cookie: `__Host-rivulet-session=${newKey()}`, 'X-Requested-With': 'x' })),
  get('/api/v1/events?queue_id=1&last_event_id=-1', () => basic(newKey())),
  get('/api/v1/server_settings'),
  get('/user_uploads/1/x/a.txt'),
  get('/api/v1/nothing'),
  (site) => fetch(`${site}/api/v1/messages`, { method: 'OPTIONS', headers: { Origin: 'https://example.com' } }),
  post('/confirm_email', () => ({ token: newKey() })),
]

const atOnce = 16

/** Sends this many requests of strangers. Returns what they used. */
export function ask({ site, meter }: Office, times: number): Promise<Totals> {
  let requestCount = 0
  const one = async (): Promise<void> => {
    while (requestCount < times) {
      requestCount += 1
      await (await kinds[requestCount % kinds.length]!(site)).arrayBuffer()
    }
  }
  return meter.during(() => Promise.all(Array.from({ length: atOnce }, one)))
}
