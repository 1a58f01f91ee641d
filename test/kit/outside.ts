/**
 * All the world outside, as the server under test finds it: runs in Node.js beside workerd. An address says what is
 * answered there (test/services.ts makes such), and who asked is remembered by its first path segment.
 */

/** How one request is answered. */
export interface Scripted {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** So many letters in place of the body's first %. */
  size?: number
  /** So many bytes before the body. */
  padding?: number
  /** Not before the test releases it. */
  held?: boolean
}

/** A request that came. */
export interface Seen {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

class Place {
  readonly seen: Seen[] = []
  private readonly waiting: (() => void)[] = []
  private readonly held: (() => void)[] = []

  async answer(request: Request, script: Scripted[]): Promise<Response> {
    const { pathname } = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    const scripted = script[Math.min(this.seen.length, script.length - 1)] ?? {}
    this.seen.push({ method: request.method, path: pathname, headers, body: await request.text() })
    for (const look of this.waiting.splice(0)) look()
    if (scripted.held) await new Promise<void>((release) => this.held.push(release))
    const { status = 200, body = '', size, padding = 0 } = scripted
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

const places = new Map<string, Place>()

function placeOf(name: string): Place {
  const place = places.get(name) ?? new Place()
  places.set(name, place)
  return place
}

export async function outside(request: Request): Promise<Response> {
  const { host, pathname, searchParams } = new URL(request.url)
  const place = placeOf(pathname.split('/')[1]!)
  if (host === 'seen.outside.test') return Response.json(await place.atLeast(Number(searchParams.get('count'))))
  if (host === 'release.outside.test') {
    place.release()
    return new Response()
  }
  return place.answer(request, JSON.parse(searchParams.get('answers') ?? '[]') as Scripted[])
}
