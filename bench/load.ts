import { Agent, request, type OutgoingHttpHeaders } from 'node:http'

export interface Sending {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: string
}

export interface Limits {
  readonly connections: number
  readonly seconds: number
  readonly maxRequests: number
}

/** Keeps every connection busy until the time is up or enough was sent; the next request follows the answer. */
export async function load(next: () => Sending, { connections, seconds, maxRequests }: Limits) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const start = performance.now()
  const elapsedSeconds = () => (performance.now() - start) / 1000
  let requests = 0
  const connection = async () => {
    while (elapsedSeconds() < seconds && requests < maxRequests) {
      requests += 1
      await send(next(), agent)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, connection))
    return { requests, seconds: elapsedSeconds() }
  } finally {
    agent.destroy()
  }
}

const patienceMs = 60_000

/** The body of a good answer; anything but 200 is an error. */
export function send({ method, url, headers, body }: Sending, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(agent && { agent }), timeout: patienceMs }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (answer.statusCode === 200) resolve(text)
        else reject(new Error(`${method} ${url}: ${answer.statusCode} ${text}`))
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${url}: no answer in ${patienceMs} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A form, as clients post it. */
export function form(url: string, params: Record<string, string | number>, headers: OutgoingHttpHeaders = {}): Sending {
  const body = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString()
  return {
    method: 'POST',
    url,
    body,
    headers: {
      ...headers,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': Buffer.byteLength(body),
    },
  }
}
