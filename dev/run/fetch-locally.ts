import { request, type IncomingHttpHeaders } from 'node:http'

/** Headers that may be repeated are lists. */
const textsOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((text): [string, string] => [name, text]))

/** `fetch` for the host name of an organization, such as `acme.localhost`: browsers resolve it, but Node does not. */
export async function fetchLocally(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const source = new Request(address, init)
  const url = new URL(source.url)
  const body = Buffer.from(await source.arrayBuffer())
  return new Promise((resolve, reject) => {
    const headers = { ...Object.fromEntries(source.headers), host: url.host, 'content-length': body.length }
    const options = {
      host: '127.0.0.1',
      port: url.port,
      path: url.pathname + url.search,
      method: source.method,
      headers,
      signal: source.signal,
    }
    const sent = request(options, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const status = answer.statusCode!
        // A response of these kinds can have no body.
        const content = status === 204 || status === 304 ? null : Buffer.concat(parts)
        resolve(new Response(content, { status, headers: textsOf(answer.headers) }))
      })
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
