import { expect, test } from 'vitest'
import { turnOnReplication } from '../../dev/run/replication.ts'

const env = { CLOUDFLARE_API_TOKEN: 'token', CLOUDFLARE_ACCOUNT_ID: 'account' }
const on = '[vars]\nREAD_REPLICAS = "weur"\n'

/** Cloudflare's API, which answers with this status. */
function api(status: number) {
  const requests: { url: string; method: string; body: unknown }[] = []
  const send = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    requests.push({ url: url as string, method: init!.method!, body: JSON.parse(init!.body as string) })
    return new Response('{}', { status })
  }
  return { requests, send }
}

test('a deployment without replicas asks for nothing and says nothing', async () => {
  const { requests, send } = api(200)

  expect(await turnOnReplication({ config: '# READ_REPLICAS = "weur"', databaseId: 'id', env, send })).toBeNull()
  expect(requests).toEqual([])
})

test('with a token, replication is turned on', async () => {
  const { requests, send } = api(200)

  expect(await turnOnReplication({ config: on, databaseId: 'id', env, send })).toBe(
    'Replication of the database is on.',
  )
  expect(requests).toEqual([
    {
      url: 'https://api.cloudflare.com/client/v4/accounts/account/d1/database/id',
      method: 'PUT',
      body: { read_replication: { mode: 'auto' } },
    },
  ])
})

test.each([
  ['without a token', {}, 200],
  ['if the token may not', env, 403],
])('%s, the operator is told the step', async (_, given, status) => {
  const { send } = api(status)

  expect(await turnOnReplication({ config: on, databaseId: 'id', env: given, send })).toMatch(/dashboard/)
})

test('a placement near the database is pointed out', async () => {
  const config = `${on}[placement]\nmode = "smart"\n`

  expect(await turnOnReplication({ config, databaseId: 'id', env: {} })).toMatch(/\[placement\]/)
})
