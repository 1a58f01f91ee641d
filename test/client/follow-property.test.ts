/** Whatever happens to connections, the client library brings every event once and in order (client/wire). */
import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Refusal, Unreachable, type Follower, type Position } from '../../client'
import { newRealm, type Person, type TestRealm } from '../kit'
import { contentsOf, wireOf, type TestWire } from '../kit/wire'

/** Things that happen while somebody follows. */
type Happening =
  | {
      readonly kind:
        | 'say'
        | 'ask'
        | 'evict'
        | 'kill'
        | 'silence'
        | 'down'
        | 'up'
        | 'blocked'
        | 'open'
        | 'wake'
        | 'endQueue'
    }
  | { readonly kind: 'cut'; readonly code: number }
  | { readonly kind: 'refuse'; readonly status: number; readonly times: number }
  | { readonly kind: 'pass'; readonly seconds: number }

const only = <K extends string>(...kinds: K[]) => fc.constantFrom(...kinds.map((kind) => ({ kind })))

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: only('say', 'ask') },
  { weight: 3, arbitrary: only('evict', 'wake', 'endQueue') },
  { weight: 4, arbitrary: only('silence', 'down', 'up', 'blocked', 'open') },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cut'),
      code: fc.constantFrom(1006, 1012, 4400, 4404, 4408, 4429),
    } as const),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refuse'),
      status: fc.constantFrom(429, 500, 502),
      times: fc.integer({ min: 1, max: 5 }),
    } as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass'), seconds: fc.constantFrom(0, 1, 12, 45) } as const),
  },
)

const refusals: Record<number, () => Response> = {
  429: () => Response.json({ result: 'error', msg: '', code: 'RATE_LIMIT_HIT', 'retry-after': 2 }, { status: 429 }),
  500: () => Response.json({ result: 'error', msg: '', code: 'INTERNAL_ERROR' }, { status: 500 }),
  502: () => new Response('Bad gateway', { status: 502 }),
}

/** Somebody who follows, and notes what was said. */
interface Scene extends TestWire {
  readonly realm: TestRealm
  readonly speaker: Person
  readonly listener: Person
  readonly follower: Follower
  /** Contents that the client has, in the order in which it learned of them. */
  readonly heard: string[]
  /** Contents that were sent. */
  readonly said: string[]
}

async function begin(realm: TestRealm, speaker: Person, listener: Person): Promise<Scene> {
  const made = wireOf(listener)
  const heard: string[] = []
  const asked = await made.wire.ask('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  let newest = asked.messages[0]?.id ?? 0

  async function register(): Promise<Position> {
    const params = { event_types: ['message'], fetch_event_types: ['message'], apply_markdown: false }
    const { queue_id, last_event_id, max_message_id } = await made.wire.ask('POST /register', params)
    // What the state includes does not come as an event.
    const { messages } = await made.wire.ask('GET /messages', {
      anchor: String(newest),
      num_before: 0,
      num_after: 1000,
      apply_markdown: false,
    })
    const missed = messages.filter(({ id }) => id > newest && id <= max_message_id!)
    heard.push(...missed.map(({ content }) => content))
    newest = Math.max(newest, max_message_id!)
    return { queue_id, last_event_id }
  }

  const follower = made.wire.follow({
    from: await register(),
    register,
    onEvents(events) {
      heard.push(...contentsOf(events))
      for (const event of events) if (event.type === 'message') newest = event.message.id
      // They are kept after a while, so that connections bring some of them again.
      return new Promise<void>((resolve) => made.clock.after(5000, resolve))
    },
  })
  onTestFinished(() => follower.stop())
  return { ...made, realm, speaker, listener, follower, heard, said: [] }
}

/** Lets some time pass, so that everything that can go on goes on. */
async function settle({ clock }: Scene, seconds: number): Promise<void> {
  for (let half = 0; half < seconds * 2; half += 1) {
    clock.pass(0.5)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function happen(scene: Scene, happening: Happening): Promise<void> {
  const { realm, speaker, listener, network, said, wire, follower } = scene
  switch (happening.kind) {
    case 'say':
      said.push(`message ${said.length}`)
      await speaker.send('harbour', 'tides', said.at(-1)!)
      return
    case 'ask': {
      const asked = wire.ask('POST /users/me/status', { status_text: `${said.length} messages` })
      // It need not be answered.
      asked.catch((error: unknown) => expect(error instanceof Refusal || error instanceof Unreachable).toBe(true))
      return
    }
    case 'evict':
      // Without waiting for it: the object may have a request to finish first.
      void realm.evict()
      return
    case 'endQueue':
      await listener.ask('DELETE', '/events', { queue_id: follower.position.queue_id })
      return
    case 'silence':
      for (const line of network.lines.slice(-1)) line.isSilent = true
      return
    case 'cut':
      return network.lines.at(-1)?.cut(happening.code)
    case 'refuse':
      network.answers.push(...Array.from({ length: happening.times }, () => refusals[happening.status]!))
      return
    case 'down':
    case 'up':
      network.isDown = happening.kind === 'down'
      return
    case 'blocked':
    case 'open':
      network.blocksSockets = happening.kind === 'blocked'
      return
    case 'wake':
      return follower.wakeUp()
    case 'pass':
      return settle(scene, happening.seconds)
  }
}

test('every event comes once and in order, whatever happens to connections', { timeout: 120_000 }, async () => {
  const realm = await newRealm()
  const speaker = await realm.user('ada')
  const listener = await realm.user('grace')
  await realm.stream('harbour', speaker, listener)
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 20 }), async (happenings) => {
      const scene = await begin(realm, speaker, listener)
      for (const one of happenings) await happen(scene, one)
      scene.network.isDown = false
      scene.network.answers.length = 0
      await happen(scene, { kind: 'say' })
      await vi.waitFor(
        async () => {
          await settle(scene, 1)
          expect(scene.heard.at(-1)).toBe(scene.said.at(-1))
        },
        { timeout: 20_000 },
      )
      expect(scene.heard).toEqual(scene.said)
      scene.follower.stop()
    }),
    // Smaller examples would take minutes to find, and chance has a part in them.
    { numRuns: 20, endOnFailure: true },
  )
})
