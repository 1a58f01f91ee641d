import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { app } from '../../src/app'
import { password, type Answer } from '../kit'

/** A deployment of one organization, without a setup token, as it comes. */
const single = { ...env, ROOT_DOMAIN: undefined, SETUP_TOKEN: undefined, DEVELOPMENT: undefined } as unknown as Env

async function ask(
  method: string,
  path: string,
  params: Record<string, string> = {},
  { cf, on = single }: { cf?: Partial<IncomingRequestCfProperties>; on?: Env } = {},
): Promise<Answer> {
  const response = await app.fetch(
    new Request(`https://chat.example.com/api/v1${path}`, {
      method,
      ...(method !== 'GET' && { body: new URLSearchParams(params) }),
      ...(cf && { cf: cf as IncomingRequestCfProperties }),
    }),
    on,
    createExecutionContext(),
  )
  return { ...(await response.json<Answer>()), status: response.status }
}

const foundingOf = (string_id: string): Record<string, string> => ({
  realm_name: 'Harbour',
  string_id,
  owner_full_name: 'Ada Lovelace',
  owner_email: 'ada@example.com',
  owner_password: password,
})

const found = (string_id: string) => ask('POST', '/realm', foundingOf(string_id))

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
  expect(before['founding']).toEqual({ is_open: true, needs_setup_token: false, root_domain: null, region: null })
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

/** A deployment that notes where it has its objects created: the region by the name of each object. */
function envWithRegions(settings: Partial<Env> = {}): { on: Env; regions: Map<string, string | undefined> } {
  const regions = new Map<string, string | undefined>()
  const REALM = new Proxy(env.REALM, {
    get(objects, name) {
      if (name !== 'getByName') return Reflect.get(objects, name, objects) as unknown
      return (object: string, options?: { locationHint?: string }) => {
        // Only the first call places an object.
        if (!regions.has(object)) regions.set(object, options?.locationHint)
        return objects.getByName(object)
      }
    },
  })
  const on = { ...single, ROOT_DOMAIN: 'example.com', SETUP_TOKEN: 'harbour master', ...settings } as unknown as Env
  return { on: { ...on, REALM }, regions }
}

const sydney = { continent: 'OC', country: 'AU' } as const

/** Founds a realm from Sydney; answers where its object was created, and what was proposed. */
async function foundWith(string_id: string, params: Record<string, string>, settings: Partial<Env> = {}) {
  const { on, regions } = envWithRegions(settings)
  await runInDurableObject(env.REALM.getByName('0'), (object) => {
    Object.assign(object, { env: on })
  })
  const founding = { ...foundingOf(string_id), setup_token: 'harbour master', ...params }
  const answer = await ask('POST', '/realm', founding, { cf: sydney, on })
  const { founding: proposal } = await ask('GET', '/server_settings', {}, { cf: sydney, on })
  return { status: answer.status, created: regions.get(String(answer['realm_id'])), proposal }
}

test('the object of a new realm is created near its founder, or where they choose, or near the database', async () => {
  const nearDatabase = { READ_REPLICAS: 'weur', READ_GUARD: {} } as unknown as Partial<Env>

  expect(await foundWith('quay', {})).toMatchObject({ status: 200, created: 'oc', proposal: { region: 'oc' } })
  expect(await foundWith('buoy', { region: 'afr' })).toMatchObject({ status: 200, created: 'afr' })
  expect(await foundWith('mole', {}, nearDatabase)).toMatchObject({ created: 'weur', proposal: { region: 'weur' } })
  expect(await foundWith('reef', { region: 'mars' })).toMatchObject({ status: 400, created: undefined })
})
