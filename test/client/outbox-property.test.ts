/** Whatever happens to clients and their connections, what is sent arrives once and in order (client/outbox). */
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { newMemory, type Memory } from '../../client'
import { contents, harbour, openClient, turn } from '../kit/outbox'

type Step =
  | { readonly kind: 'send'; readonly client: number; readonly topic: number }
  | { readonly kind: 'change'; readonly what: 'edit' | 'delete'; readonly client: number; readonly back: number }
  | {
      readonly kind: 'fault'
      readonly fault: 'down' | 'up' | 'lose' | 'cut' | 'kill' | 'sockets'
      readonly client: number
    }
  | { readonly kind: 'pass'; readonly client: number; readonly seconds: number }

const client = fc.nat(1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('send' as const), client, topic: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      what: fc.constantFrom('edit' as const, 'delete' as const),
      client,
      back: fc.nat(2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom('down' as const, 'up', 'lose', 'cut', 'kill', 'sockets'),
      client,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), client, seconds: fc.constantFrom(0, 1, 5) }),
  },
)

test('whatever happens, nothing that was kept is missing, doubled or out of order', { timeout: 300_000 }, async () => {
  const { ada, topic, realm } = await harbour()
  await realm.owner.patch(`/users/${ada.id}`, { role: 200 })
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      round += 1
      const memory: Memory = newMemory()
      const topics = [`${round} a`, `${round} b`] as const
      const clients = [await openClient(ada, memory), await openClient(ada, memory)]
      /** What each client wrote, in order: what has become of it. */
      const written = [0, 1].map(() => [] as { id: string; window: string; topic: string; content: string | null }[])
      for (const [number, one] of steps.entries()) {
        const { outbox, network, clock } = clients[one.client]!
        const own = written[one.client]!
        switch (one.kind) {
          case 'send': {
            const content = `${one.client} ${number}`
            const to = topic(topics[one.topic]!)
            const { command } = outbox.do({ kind: 'send', to, content })
            own.push({ id: command.id, window: command.window, topic: to.topic, content })
            break
          }
          case 'change': {
            const message = own.at(-1 - one.back)
            if (message === undefined || message.content === null) break
            try {
              if (one.what === 'edit')
                outbox.do({ kind: 'edit', message_id: message.id, content: `${message.content} edited` })
              else outbox.do({ kind: 'delete', message_id: message.id })
              message.content = one.what === 'edit' ? `${message.content} edited` : null
            } catch (error) {
              // The client that knew the message by this name is gone.
              expect(error).toBeInstanceOf(RangeError)
            }
            break
          }
          case 'fault':
            if (one.fault === 'down' || one.fault === 'up') network.isDown = one.fault === 'down'
            if (one.fault === 'lose') {
              network.losesAnswers = !network.losesAnswers
              // A connection that lost something brings nothing any more.
              if (!network.losesAnswers) network.lines.at(-1)?.cut(1006)
            }
            if (one.fault === 'sockets') network.blocksSockets = !network.blocksSockets
            if (one.fault === 'cut') network.lines.at(-1)?.cut(1006)
            if (one.fault === 'kill') {
              // What was said just now is kept in a moment.
              await turn()
              clients[one.client]!.kill()
              clients[one.client] = await openClient(ada, memory)
            }
            break
          case 'pass':
            clock.pass(one.seconds)
            await turn()
        }
      }
      for (const { network } of clients) {
        Object.assign(network, { isDown: false, losesAnswers: false, blocksSockets: false })
        network.lines.at(-1)?.cut(1006)
      }
      await turn()
      await vi.waitFor(
        () => {
          for (const { clock } of clients) clock.pass(1)
          expect([...memory.tables.commands.values()]).toEqual([])
        },
        { timeout: 30_000 },
      )
      for (const topic of topics) {
        const found = await contents(ada, topic)
        const expected = written.flat().filter((one) => one.topic === topic && one.content !== null)
        // In the order of each window: when one ends, another one does what is left, beside the next that opens.
        for (const own of Map.groupBy(expected, ({ window }) => window).values()) {
          const contents = own.map(({ content }) => content)
          expect(found.filter((content) => contents.includes(content as string))).toEqual(contents)
        }
        expect(found).toHaveLength(expected.length)
      }
      for (const one of clients) one.kill()
    }),
    { numRuns: 25, endOnFailure: true },
  )
})
