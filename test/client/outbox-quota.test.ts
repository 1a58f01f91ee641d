/** What a client does while the server's plan allows no more changes (client/outbox). */
import { expect, test, vi } from 'vitest'
import { contents, harbour, openClient, untilDone } from '../kit/outbox'
import { withFault } from '../kit/faulty-database'
import { rowQuotaError } from '../kit/quota'
import { untilOnSocket } from '../kit/wire'

/** A client of Ada, and a database that refuses her changes as long as `wall.stands`. */
async function exceedQuota() {
  const place = await harbour()
  const wall = { stands: true, asked: 0 }
  await withFault(place.realm, (send, { writes }) => {
    if (!writes || !wall.stands) return send()
    wall.asked += 1
    return Promise.reject(rowQuotaError('write'))
  })
  const client = await openClient(place.ada)
  await untilOnSocket(client)
  return { ...place, wall, client }
}

const untilPaused = ({ outbox }: Awaited<ReturnType<typeof exceedQuota>>['client']) =>
  vi.waitFor(() => expect(outbox.pausedUntil.value).not.toBeNull())

test('messages written while changes are refused are stored, and sent in their order when the day is over', async () => {
  const { client, wall, ada, tides } = await exceedQuota()
  client.outbox.do({ kind: 'send', to: tides, content: 'first' })
  await untilPaused(client)
  client.outbox.do({ kind: 'send', to: tides, content: 'second' })
  client.clock.pass(3600)
  await client.outbox.flush('now')

  expect(client.outbox.sending.value.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  expect(client.outbox.refusals.value).toEqual([])
  expect(client.memory.tables.commands.size).toBe(2)
  expect(wall.asked).toBe(1)

  wall.stands = false
  // The server itself asks the database again after a minute only.
  vi.setSystemTime(Date.now() + 61_000)
  client.clock.pass(24 * 3600)
  await untilDone(client)
  vi.useRealTimers()
  expect(client.outbox.pausedUntil.value).toBeNull()
  expect(await contents(ada)).toEqual(['first', 'second'])
})

test('what was refused can be taken back, because it was certainly not done', async () => {
  const { client, wall, ada, tides } = await exceedQuota()
  const { command, done } = client.outbox.do({ kind: 'send', to: tides, content: 'better not' })
  const discarded = expect(done).rejects.toThrow('Discarded')
  await untilPaused(client)

  client.outbox.discard(command.id)
  await discarded
  wall.stands = false
  client.outbox.apply([{ type: 'quota', refused_until: null, id: 1 }])

  expect(client.outbox.pausedUntil.value).toBeNull()
  await untilDone(client)
  expect(await contents(ada)).toEqual([])
})

test('the server’s word of it is enough to wait, and to go on', async () => {
  const { client, wall, ada, tides } = await exceedQuota()
  const midnight = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400
  client.outbox.apply([{ type: 'quota', refused_until: midnight, id: 1 }])
  client.outbox.do({ kind: 'send', to: tides, content: 'later' })
  await client.outbox.flush()
  expect(wall.asked).toBe(0)

  wall.stands = false
  client.outbox.apply([{ type: 'quota', refused_until: null, id: 2 }])
  await untilDone(client)
  expect(await contents(ada)).toEqual(['later'])
})
