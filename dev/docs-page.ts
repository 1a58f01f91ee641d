import { match, ok, strictEqual } from 'node:assert/strict'

/** Checks the page of the API: that it and all it loads is served, here, under a policy that lets nothing else in. */
export async function checkDocsPage(origin: string): Promise<void> {
  const page = await fetch(`${origin}/api/docs`)
  strictEqual(page.status, 200)
  const html = await page.text()
  const loaded = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address!)
  ok(loaded.includes('/api/docs/swagger-ui-bundle.js'))
  for (const address of loaded) {
    match(address, /^\/api\//, 'The page of the API refers to another host')
    const { status, headers } = await fetch(origin + address)
    strictEqual(status, 200, address)
    if (address.endsWith('.js')) match(headers.get('Content-Type') ?? '', /javascript/)
  }
  const policy = page.headers.get('Content-Security-Policy') ?? ''
  match(policy, /default-src 'none'/)
  for (const source of policy.split(/;? /).filter((word) => !word.endsWith('-src')))
    ok(/^('self'|'none'|data:|base-uri|form-action|frame-ancestors)$/.test(source), `The policy allows ${source}`)
}
