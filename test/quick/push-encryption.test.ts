/** What push services get: payloads that devices can read and nobody else, and proofs of who sends. Read by other libraries. */
import { assert, property, uint8Array } from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { authorizationFor } from '../../src/web-push/authorization.ts'
import { encryptedFor, maxPlaintextBytes } from '../../src/web-push/encryption.ts'
import { newVapidKeys } from '../../src/web-push/keys.ts'
import { PushDevice, senderOf } from '../kit/push-device.ts'

afterEach(() => {
  vi.useRealTimers()
})

const device = new PushDevice('https://push.example.com/1')

test('its device decrypts every payload, and all payloads have the same length for everybody else', () => {
  assert(
    property(uint8Array({ maxLength: maxPlaintextBytes, size: 'max' }), (payload) => {
      const body = encryptedFor(device.subscription, payload)
      expect(body).toHaveLength(4096)
      expect(device.bytesOf(body)).toEqual(Buffer.from(payload))
    }),
    { examples: [[new Uint8Array()], [new Uint8Array(maxPlaintextBytes).fill(2)]] },
  )
})

test('a payload that is too long is refused', () => {
  expect(() => encryptedFor(device.subscription, new Uint8Array(maxPlaintextBytes + 1))).toThrow(RangeError)
})

test('no two bodies have a salt, a key or a part of the text in common', () => {
  const [one, other] = [0, 1].map(() => encryptedFor(device.subscription, Buffer.from('High water')))
  for (const [from, to] of [
    [0, 16],
    [22, 86],
    [86, 4096],
  ])
    expect(one!.subarray(from, to)).not.toEqual(other!.subarray(from, to))
})

test('who changes a bit of a body, or has another device, cannot read it', () => {
  const body = Buffer.from(encryptedFor(device.subscription, Buffer.from('High water')))
  expect(() => new PushDevice(device.endpoint).bytesOf(body)).toThrow()
  for (const index of [0, 30, 90, 4095]) {
    const changed = Buffer.from(body)
    changed[index]! ^= 1
    expect(() => device.bytesOf(changed)).toThrow()
  }
})

test('a proof is for one service and one organization, is used again for hours, and is new before it expires', async () => {
  const sender = { keys: newVapidKeys(), origin: 'http://harbour.example' }
  const service = new URL(device.endpoint)
  const proofAt = async (hours: number): Promise<string> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2040, 0, 1) + hours * 3_600_000 })
    return authorizationFor(sender, service)
  }
  const first = await proofAt(0)
  const { aud, exp, sub } = await senderOf(
    { headers: { authorization: first }, base64: '' },
    sender.keys.public_key,
    'https://push.example.com',
  )
  expect({ aud, exp, sub }).toEqual({
    aud: 'https://push.example.com',
    exp: Date.UTC(2040, 0, 1) / 1000 + 12 * 3600,
    sub: 'https://harbour.example',
  })

  expect(await proofAt(5)).toBe(first)
  expect(await proofAt(7)).not.toBe(first)
  const others = [
    await authorizationFor(sender, new URL('https://other.example/')),
    await authorizationFor({ ...sender, origin: 'https://other.example' }, service),
    await authorizationFor({ ...sender, keys: newVapidKeys() }, service),
  ]
  expect(new Set([first, ...others]).size).toBe(4)
})
