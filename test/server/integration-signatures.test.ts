import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, reach, type TestRealm } from '../kit'

const secret = 'a secret that Trello shows'
const body = JSON.stringify({ action: { type: 'createCard', data: { card: { name: 'Water the roses' } } } })

let realm: TestRealm
let path: string

beforeAll(async () => {
  realm = await newRealm()
  const { api_key } = await realm.owner.post('/integrations', { service: 'trello', secret })
  path = `/api/v1/external/trello?api_key=${String(api_key)}`
})

/** Posts an event that was signed for an address. */
async function post(address: string): Promise<number> {
  const signature = createHmac('sha1', secret)
    .update(body + address)
    .digest('base64')
  const headers = { 'Content-Type': 'application/json', 'X-Trello-Webhook': signature }
  return (await reach(realm.host, path, { method: 'POST', headers, body })).status
}

describe('an event whose signature includes the address', () => {
  test('is taken at this address', async () => {
    expect(await post(`http://${realm.host}${path}`)).toBe(200)
  })

  test('is refused if it was sent to another address', async () => {
    expect(await post(`http://${realm.host}${path}0`)).toBe(403)
  })
})
