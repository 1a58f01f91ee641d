import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { webhookRequest } from '../../src/integrations/reading'
import { integrations } from '../../src/integrations/services'

/** UNIX seconds at which the requests of the tests are signed. */
const signedAt = 1_780_000_000

const secret = 'rosebud-4711'
const address = 'https://chat.example.com/api/v1/external/some?api_key=4711'
const body = '{"action":"opened","title":"Blätter & Blüten"}'

const hmac = (hash: string, text: string, encoding: 'hex' | 'base64', key = secret): string =>
  createHmac(hash, key).update(text).digest(encoding)

/** A token with the hash of a body, signed as RFC 7515 says. */
function jws(text: string, key: string): string {
  const claims = { iss: 'netlify', sha256: createHash('sha256').update(text).digest('hex') }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return [...parts, createHmac('sha256', key).update(parts.join('.')).digest('base64url')].join('.')
}

interface SignedRequest {
  /** The service; by default that of the name. */
  readonly service?: string
  /** Headers of a request that is signed with a secret. */
  readonly headers: (body: string, secret: string) => Readonly<Record<string, string>>
  /** The body, where the time stands in it. */
  readonly body?: string
  /** Whether the time is signed, so that old requests are refused. */
  readonly isTimed?: true
  /** Whether the body is signed; otherwise the service only sends the secret. */
  readonly isBodySigned: boolean
}

const requests: Readonly<Record<string, SignedRequest>> = {
  buildkite: {
    headers: (text, key) => ({
      'X-Buildkite-Signature': `timestamp=${signedAt},signature=${hmac('sha256', `${signedAt}.${text}`, 'hex', key)}`,
    }),
    isTimed: true,
    isBodySigned: true,
  },
  circleci: {
    headers: (text, key) => ({ 'circleci-signature': `v2=0,v1=${hmac('sha256', text, 'hex', key)}` }),
    isBodySigned: true,
  },
  cloudflare: { headers: (_, key) => ({ 'cf-webhook-auth': key }), isBodySigned: false },
  jira: {
    headers: (text, key) => ({ 'X-Hub-Signature': `sha256=${hmac('sha256', text, 'hex', key)}` }),
    isBodySigned: true,
  },
  linear: {
    headers: (text, key) => ({ 'Linear-Signature': hmac('sha256', text, 'hex', key) }),
    body: JSON.stringify({ action: 'create', webhookTimestamp: signedAt * 1000 }),
    isTimed: true,
    isBodySigned: true,
  },
  netlify: { headers: (text, key) => ({ 'X-Webhook-Signature': jws(text, key) }), isBodySigned: true },
  trello: {
    headers: (text, key) => ({ 'X-Trello-Webhook': hmac('sha1', text + address, 'base64', key) }),
    isBodySigned: true,
  },
  vercel: { headers: (text, key) => ({ 'x-vercel-signature': hmac('sha1', text, 'hex', key) }), isBodySigned: true },
  bitbucket2: {
    headers: (text, key) => ({ 'X-Hub-Signature': `sha256=${hmac('sha256', text, 'hex', key)}` }),
    isBodySigned: true,
  },
  gitlab: { headers: (_, key) => ({ 'X-Gitlab-Token': key }), isBodySigned: false },
  gitea: { headers: (text, key) => ({ 'X-Gitea-Signature': hmac('sha256', text, 'hex', key) }), isBodySigned: true },
  forgejo: {
    headers: (text, key) => ({ 'X-Forgejo-Signature': hmac('sha256', text, 'hex', key) }),
    isBodySigned: true,
  },
  github: {
    headers: (text, key) => ({ 'X-Hub-Signature-256': `sha256=${hmac('sha256', text, 'hex', key)}` }),
    isBodySigned: true,
  },
  grafana: {
    headers: (text, key) => ({ 'X-Grafana-Alerting-Signature': hmac('sha256', text, 'hex', key) }),
    isBodySigned: true,
  },
  'grafana with a time': {
    service: 'grafana',
    headers: (text, key) => ({
      'X-Grafana-Alerting-Signature': hmac('sha256', `${signedAt}:${text}`, 'hex', key),
      'X-Grafana-Alerting-Timestamp': String(signedAt),
    }),
    isTimed: true,
    isBodySigned: true,
  },
  intercom: {
    headers: (text, key) => ({ 'X-Hub-Signature': `sha1=${hmac('sha1', text, 'hex', key)}` }),
    isBodySigned: true,
  },
  pagerduty: {
    headers: (text, key) => ({
      'X-PagerDuty-Signature': `v1=${hmac('sha256', text, 'hex', 'former')},v1=${hmac('sha256', text, 'hex', key)}`,
    }),
    isBodySigned: true,
  },
  sentry: {
    headers: (text, key) => ({ 'Sentry-Hook-Signature': hmac('sha256', text, 'hex', key) }),
    isBodySigned: true,
  },
  stripe: {
    headers: (text, key) => ({
      'Stripe-Signature': `t=${signedAt},v1=${hmac('sha256', `${signedAt}.${text}`, 'hex', 'former')},v1=${hmac('sha256', `${signedAt}.${text}`, 'hex', key)},v0=1`,
    }),
    isTimed: true,
    isBodySigned: true,
  },
  zendesk: {
    headers: (text, key) => {
      const time = new Date(signedAt * 1000).toISOString()
      return {
        'X-Zendesk-Webhook-Signature': hmac('sha256', time + text, 'base64', key),
        'X-Zendesk-Webhook-Signature-Timestamp': time,
      }
    },
    isTimed: true,
    isBodySigned: true,
  },
}

/** Whether the service takes a request for its own: one with these headers and this body, which arrives at this time. */
function isGood(
  service: string,
  headers: Readonly<Record<string, string>>,
  sentBody: string,
  arrivedAt = signedAt,
): boolean {
  const request = webhookRequest(new Headers({ 'Content-Type': 'application/json', ...headers }), sentBody, address)!
  const integration = integrations.filter((one) => one.source === 'webhook').find(({ name }) => name === service)!
  return integration.signature!.isGood(request, secret, arrivedAt)
}

const all = Object.entries(requests).map(([name, request]) => ({
  name,
  service: name,
  text: request.body ?? body,
  ...request,
}))

describe('a signed request', () => {
  test.each(all)('of $name is good with its signature', ({ service, text, headers }) => {
    expect(isGood(service, headers(text, secret), text)).toBe(true)
  })

  test.each(all)('of $name is refused with another secret, or without a signature', ({ service, text, headers }) => {
    expect(isGood(service, headers(text, 'another'), text)).toBe(false)
    expect(isGood(service, {}, text)).toBe(false)
  })

  test.each(all.filter(({ isBodySigned }) => isBodySigned))(
    'of $name is refused with another body',
    ({ service, text, headers }) => {
      expect(isGood(service, headers(text, secret), text.replace('"', ' "'))).toBe(false)
    },
  )

  test.each(all.filter(({ isTimed }) => isTimed))(
    'of $name is refused when it is old, or of a time to come',
    ({ service, text, headers }) => {
      expect(isGood(service, headers(text, secret), text, signedAt + 299)).toBe(true)
      expect(isGood(service, headers(text, secret), text, signedAt + 301)).toBe(false)
      expect(isGood(service, headers(text, secret), text, signedAt - 301)).toBe(false)
    },
  )
})
