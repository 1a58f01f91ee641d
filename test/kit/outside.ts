/**
 * The outside world: every outgoing request of the server under test comes here. Runs in Node.js, beside workerd. The query of an
 * address contains the responses (`services.ts` makes such addresses). The first part of its path names the service, whose
 * requests are recorded.
 */

import { analyticsAnswer } from './analytics.ts'
import { FailingMailServer, type MailFate } from './failing-mail-server.ts'

/** The response to one request. */
export interface Scripted {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Bytes in Base64, in place of `body`. */
  base64?: string
  /** Number of zero bytes after them. */
  zeros?: number
  /** Number of letters that replace the first `%` of the body. */
  size?: number
  /** Number of bytes before the body. */
  padding?: number
  /** Whether the response waits until the test releases it. */
  held?: boolean
}

/** A request that came to a service. */
export interface Seen {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** The same bytes in Base64. */
  base64: string
}

class Recorder {
  readonly seen: Seen[] = []
  private readonly waiting: (() => void)[] = []
  private readonly held: (() => void)[] = []
  /** Answers that were set apart from the address, and the number of the request that gets the first one. */
  private script: { readonly answers: readonly Scripted[]; readonly first: number } | null = null

  /** Answers these from the next request on. */
  set answers(answers: readonly Scripted[]) {
    this.script = { answers, first: this.seen.length }
  }

  async answer(request: Request, ofAddress: readonly Scripted[]): Promise<Response> {
    const { pathname } = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    const { answers, first } = this.script ?? { answers: ofAddress, first: 0 }
    const scripted = answers[Math.min(this.seen.length - first, answers.length - 1)] ?? {}
    const bytes = Buffer.from(await request.arrayBuffer())
    const { method } = request
    this.seen.push({ method, path: pathname, headers, body: bytes.toString(), base64: bytes.toString('base64') })
    for (const look of this.waiting.splice(0)) look()
    if (scripted.held) await new Promise<void>((release) => this.held.push(release))
    const { status = 200, body = '', size, padding = 0, base64, zeros = 0 } = scripted
    if (status === 304) return new Response(null, { status, headers: scripted.headers ?? {} })
    if (base64 !== undefined) {
      const bytes = Buffer.concat([Buffer.from(base64, 'base64'), Buffer.alloc(zeros)])
      return new Response(bytes, { status, headers: scripted.headers ?? {} })
    }
    const filled = 'x'.repeat(padding) + (size === undefined ? body : body.replace('%', 'x'.repeat(size)))
    return new Response(filled, { status, headers: scripted.headers ?? {} })
  }

  async atLeast(count: number): Promise<Seen[]> {
    while (this.seen.length < count) await new Promise<void>((look) => this.waiting.push(look))
    return this.seen
  }

  release(): void {
    for (const release of this.held.splice(0)) release()
  }
}

const recorders = new Map<string, Recorder>()

function recorderOf(name: string): Recorder {
  const recorder = recorders.get(name) ?? new Recorder()
  recorders.set(name, recorder)
  return recorder
}

/** A key of the mail service has the name of its recorder, and what the service answers. */
export const mailKey = (name: string, answers: readonly Scripted[]): string => btoa(JSON.stringify({ name, answers }))

const mailAccountIn = ({ headers }: Request): { name: string; answers: Scripted[] } =>
  JSON.parse(atob(headers.get('Authorization')!.slice('Bearer '.length))) as { name: string; answers: Scripted[] }

const mailServers = new Map<string, FailingMailServer>()

/** Starts a mail server, or stops it and tells what was sent to it. */
async function mailServerAnswer(request: Request, name: string): Promise<Response> {
  const running = mailServers.get(name)
  if (request.method === 'POST') {
    const server = new FailingMailServer(await request.json<MailFate[]>())
    mailServers.set(name, server)
    return Response.json({ port: await server.start() })
  }
  if (request.method === 'DELETE') await running?.stop()
  return Response.json(running?.attempts ?? [])
}

export async function outside(request: Request): Promise<Response> {
  const { host, pathname, searchParams } = new URL(request.url)
  const recorder = recorderOf(pathname.split('/')[1]!)
  if (host === 'seen.outside.test') return Response.json(await recorder.atLeast(Number(searchParams.get('count'))))
  if (host === 'answers.outside.test') {
    recorder.answers = await request.json<Scripted[]>()
    return new Response()
  }
  if (host === 'release.outside.test') {
    recorder.release()
    return new Response()
  }
  if (host === 'mail-server.outside.test') return mailServerAnswer(request, pathname)
  if (host === 'api.cloudflare.com')
    return recorder.answer(request, [{ body: analyticsAnswer(await request.clone().text()) }])
  if (host === 'api.resend.com') {
    const { name, answers } = mailAccountIn(request)
    return recorderOf(name).answer(request, answers)
  }
  return recorder.answer(request, JSON.parse(searchParams.get('answers') ?? '[]') as Scripted[])
}
