import { match, ok, strictEqual } from 'node:assert/strict'
import { createHash } from 'node:crypto'

/** Checks the OpenAPI document: any site may read it, and it is not sent again to a client that has it. */
export async function checkDescription(origin: string): Promise<void> {
  const address = `${origin}/api/v1/openapi.json`
  const { status, headers, ...response } = await fetchText(address)
  strictEqual(status, 200)
  strictEqual((JSON.parse(response.text) as { openapi: string }).openapi, '3.1.0')
  match(headers.get('Content-Type') ?? '', /^application\/json/)
  strictEqual(headers.get('Access-Control-Allow-Origin'), '*')
  strictEqual(headers.get('Cache-Control'), 'public, max-age=300')
  strictEqual(headers.get('X-Content-Type-Options'), 'nosniff')
  const again = await fetchText(address, { 'If-None-Match': headers.get('ETag') ?? '' })
  strictEqual(again.status, 304)
  strictEqual(again.text, '')
}

async function fetchText(address: string, requestHeaders: Record<string, string> = {}) {
  const response = await fetch(address, { headers: requestHeaders })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Checks the API page: that it loads, with all its files from this server, under a policy that forbids everything else. */
export async function checkDocsPage(origin: string): Promise<void> {
  const page = await fetch(`${origin}/api/docs`)
  strictEqual(page.status, 200)
  const html = await page.text()
  const policy = page.headers.get('Content-Security-Policy') ?? ''
  const loaded = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address!)
  ok(loaded.includes('/api/docs/swagger-ui-bundle.js'))
  for (const address of loaded) {
    match(address, /^\/api\//, 'The page of the API refers to another host')
    const file = await fetch(origin + address)
    strictEqual(file.status, 200, address)
    if (!address.endsWith('.js')) continue
    match(file.headers.get('Content-Type') ?? '', /javascript/)
    const hash = `sha384-${createHash('sha384')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('base64')}`
    // The formatter may have put a line break between the two.
    ok(html.replaceAll(/\s+/g, ' ').includes(`${address}" integrity="${hash}"`), `The page does not let ${address} run`)
    ok(policy.includes(`'${hash}'`), `The policy does not let ${address} run`)
  }
  match(policy, /default-src 'none'/)
  for (const source of policy.split(/;? /).filter((word) => !word.endsWith('-src')))
    ok(
      /^('self'|'none'|'sha384-.{64}'|data:|base-uri|form-action|frame-ancestors)$/.test(source),
      `The policy allows ${source}`,
    )
  // Only hashes: with the origin in the policy, every uploaded file could become a script.
  match(policy, /script-src( 'sha384-[^' ]+'){2};/)
}
