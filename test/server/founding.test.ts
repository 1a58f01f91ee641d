import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { app } from '../../src/app'
import { password, type Answer } from '../kit'

/** A deployment of one organization, without a setup token, as it comes. */
const single = { ...env, ROOT_DOMAIN: undefined, SETUP_TOKEN: undefined, DEVELOPMENT: undefined } as unknown as Env

async function ask(method: string, path: string, params: Record<string, string> = {}): Promise<Answer> {
  const response = await app.fetch(
    new Request(`https://chat.example.com/api/v1${path}`, {
      method,
      ...(method !== 'GET' && { body: new URLSearchParams(params) }),
    }),
    single,
    createExecutionContext(),
  )
  return { ...(await response.json<Answer>()), status: response.status }
}

const found = (string_id: string) =>
  ask('POST', '/realm', {
    realm_name: 'Harbour',
    string_id,
    owner_full_name: 'Ada Lovelace',
    owner_email: 'ada@example.com',
    owner_password: password,
  })

test('the first realm of a deployment is free to found, its only one answers at any host', async () => {
  await runInDurableObject(env.REALM.getByName('0'), (object) => {
    Object.assign(object, { env: single })
  })
  const before = await ask('GET', '/server_settings')
  const login = await ask('POST', '/fetch_api_key', { username: 'ada@example.com', password })

  // The object of a former organization wrote this after the database was emptied.
  await env.DB.prepare("insert into commit_state (realm_id, marks, counters) values (1, 'former', '{}')").run()
  const first = await found('harbour')
  const second = await found('pier')

  expect(before).not.toHaveProperty('realm_uri')
  expect(before['founding']).toEqual({ is_open: true, needs_setup_token: false, root_domain: null })
  expect(before.status).toBe(200)
  expect(login).toMatchObject({ status: 404, code: 'NONEXISTENT_SUBDOMAIN' })
  expect(first).toMatchObject({ status: 200, realm_id: 1, user_id: 1, realm_uri: 'https://chat.example.com' })
  expect(second).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
  expect(await ask('GET', '/server_settings')).toMatchObject({
    realm_name: 'Harbour',
    realm_uri: 'https://chat.example.com',
    founding: { is_open: false, needs_setup_token: false, root_domain: null },
  })
  await runInDurableObject(env.REALM.getByName('1'), (object) => {
    Object.assign(object, { env: single })
  })
  expect(await ask('POST', '/fetch_api_key', { username: 'ada@example.com', password })).toMatchObject({ user_id: 1 })
})
