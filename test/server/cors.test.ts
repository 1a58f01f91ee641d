import { expect, test } from 'vitest'
import { newRealm, reach } from '../kit'

const exposed = [
  'Retry-After',
  'Rivulet-Bookmark',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

test.for([
  ['an answer', '/api/v1/server_settings', 'GET'],
  ['a refusal', '/api/v1/users', 'GET'],
  ['an unknown path', '/api/v1/nonsense', 'GET'],
  ['a wrong method', '/api/v1/server_settings', 'DELETE'],
] as const)('a page of any origin may read %s', async ([, path, method]) => {
  const { host } = await newRealm()
  const { headers } = await reach(host, path, { method, headers: { Origin: 'https://elsewhere.example' } })
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(headers.get('Access-Control-Expose-Headers')?.split(', ')).toEqual(exposed)
  // Cookies play no part, so that no page can act as whoever looks at it.
  expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
})

test('a browser that asks first is told that it may send credentials in a header', async () => {
  const { host } = await newRealm()
  const response = await reach(host, '/api/v1/users/me/subscriptions', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization',
    },
  })
  expect(response.status).toBe(204)
  const { headers } = response
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(headers.get('Access-Control-Allow-Headers')?.split(', ')).toContain('Authorization')
  expect(headers.get('Access-Control-Allow-Methods')?.split(', ')).toEqual(
    expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE']),
  )
  expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0)
})
