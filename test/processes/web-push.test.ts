/** Web push from `npm start` to a push service on this machine, over real connections. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { found, setupToken, type Person } from '../../dev/run/organization.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'
import { PushDevice, senderOf } from '../kit/push-device.ts'

const folder = mkdtempSync(join(tmpdir(), 'rivulet-web-push-test-'))
let server: ServerProcess
let owner: Person
let origin: string
let service: Server
let requests: { headers: Record<string, string>; base64: string; url: string }[] = []

/** What the service does with the next request, by the last part of its path. */
const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  good: (response) => response.writeHead(201).end(),
  closed: (response) => response.destroy(),
  half: (response) => {
    response.writeHead(200, { 'Content-Length': '100' })
    response.write('only so much', () => response.destroy())
  },
  silent: () => undefined,
  drip: (response) => {
    response.writeHead(201)
    response.write('one')
  },
  huge: (response) => {
    response.writeHead(400)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  },
  redirect: (response, request) =>
    response.writeHead(307, { Location: `http://${request.headers.host}/good` }).end('Go on there'),
}

beforeAll(async () => {
  const port = await freePort()
  const settings = ['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`, 'WEB_PUSH_TO_LOCALHOST:on']
  server = await ServerProcess.start(
    port,
    join(folder, 'state'),
    '--empty',
    ...settings.flatMap((setting) => ['--var', setting]),
  )
  ;({ owner } = await found(port, { name: 'Harbour', string_id: 'harbour', owner: 'Olga Owner' }))
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      requests.push({ headers, base64: Buffer.concat(parts).toString('base64'), url: request.url! })
      answers[request.url!.slice(1)]!(response, request)
    })
  })
  await new Promise<void>((resolve) => service.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(service.address() as AddressInfo).port}`
}, 120_000)

afterEach(() => {
  requests = []
})

afterAll(async () => {
  service.closeAllConnections()
  service.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** Registers a device at the service and sends it a test push. */
async function pushTo(path: keyof typeof answers) {
  const device = new PushDevice(`${origin}/${path}`)
  const { device_id, public_key } = await owner.wire.ask('POST /users/me/web_push', { ...device.subscription })
  const answer = await owner.wire.ask('POST /users/me/web_push/{device_id}/test', { device_id })
  return { device, public_key, answer }
}

test('a push arrives, encrypted for the device and signed by the organization', async () => {
  const { device, public_key, answer } = await pushTo('good')

  expect(answer).toMatchObject({ outcome: 'sent', service_status: 201, service_answer: '' })
  expect(requests).toHaveLength(1)
  expect(device.payloadOf(requests[0]!)).toMatchObject({ type: 'test', user_id: owner.id })
  const { sub } = await senderOf(requests[0]!, public_key, origin.replace('http:', 'https:'))
  expect(sub).toMatch(/^https:\/\//)
  expect(requests[0]!.headers).toMatchObject({ 'content-length': '4096', ttl: '86400' })
})

test('a service that closes the connection or says nothing for 10 seconds is tried again later', async () => {
  for (const { answer } of await Promise.all(['closed', 'silent'].map(pushTo)))
    expect(answer).toMatchObject({ outcome: 'delayed', service_status: null })
})

test('a service that takes a push counts as such, even if the rest of its answer never comes', async () => {
  const [half, drip] = await Promise.all(['half', 'drip'].map(pushTo))

  expect(half!.answer).toMatchObject({ outcome: 'sent', service_status: 200, service_answer: '' })
  expect(drip!.answer).toMatchObject({ outcome: 'sent', service_status: 201, service_answer: '' })
})

test('of an endless answer only the beginning is read', async () => {
  const { answer } = await pushTo('huge')

  expect(answer).toMatchObject({ outcome: 'refused', service_status: 400, service_answer: 'x'.repeat(500) })
})

test('a redirect is not followed', async () => {
  const { answer } = await pushTo('redirect')

  expect(answer).toMatchObject({ outcome: 'refused', service_status: 307, service_answer: 'Go on there' })
  expect(requests.map(({ url }) => url)).toEqual(['/redirect'])
})

test('a service that is not there is tried again later', async () => {
  const device = new PushDevice(`http://localhost:${await freePort()}/good`)
  const { device_id } = await owner.wire.ask('POST /users/me/web_push', { ...device.subscription })

  expect(await owner.wire.ask('POST /users/me/web_push/{device_id}/test', { device_id })).toMatchObject({
    outcome: 'delayed',
    service_status: null,
  })
})

test.each(['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://push.example.com/', 'http://user@localhost/'])(
  '%s is refused here, too',
  async (endpoint) => {
    const device = new PushDevice(endpoint)

    await expect(owner.wire.ask('POST /users/me/web_push', { ...device.subscription })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  },
)
