/**
 * Two organizations in which the same happens at random: messages, edits, moves, resolving, deletions, lost access, and time that passes.
 * In one of them the texts of old messages move to the object, and come back. Nobody may see a difference, in pages, histories, searches or events.
 */
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { newRealm, type Answer, type Listener, type Person, type TestRealm } from '../kit'
import { checkIndexes, movedIds, setOldTexts, waitUntilMoved } from '../kit/old-texts'
import { randomFrom } from '../kit/random'

const seed = Number(env.PROPERTY_SEED || Date.now() % 1_000_000)
const steps = 80
const daySeconds = 24 * 3600

interface World {
  readonly realm: TestRealm
  readonly people: readonly Person[]
  readonly streams: readonly number[]
  listeners: readonly Listener[]
}

async function world(): Promise<World> {
  const realm = await newRealm()
  const people = [realm.owner, await realm.user('ada'), await realm.user('ben')]
  await realm.set({
    edit_topic_policy: 5,
    move_messages_between_streams_policy: 1,
    message_content_edit_limit_seconds: 0,
  })
  const { id: harbour } = await realm.stream('harbour', ...people)
  const { id: quay } = await realm.stream('quay', ...people)
  await realm.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'cabin' }],
    principals: people.map(({ id }) => id),
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const { stream_id } = await realm.owner.get('/get_stream_id', { stream: 'cabin' })
  return { realm, people, streams: [harbour, quay, stream_id as number], listeners: [] }
}

const base = ({ realm }: World): number => (realm.id - 1) * 2 ** 32

/** What is the same in both worlds: without names of the realm and without times, and with ids that count from 1. */
function comparable(value: unknown, of: World): unknown {
  if (typeof value === 'number') return value > base(of) && value <= base(of) + 2 ** 32 ? value - base(of) : value
  if (typeof value === 'string')
    return value.replaceAll(of.realm.string_id, 'realm').replaceAll(/\d{7,}/g, (id) => String(Number(id) - base(of)))
  if (Array.isArray(value)) return value.map((one) => comparable(one, of))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => !/timestamp|queue_id|avatar|key|request_id/.test(name))
  return Object.fromEntries(entries.map(([name, one]) => [name, comparable(one, of)]))
}

const listen = async (of: World): Promise<void> => {
  of.listeners = await Promise.all(
    of.people.map((person) =>
      person.listen({
        event_types: ['message', 'update_message', 'delete_message', 'reaction'],
        client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
      }),
    ),
  )
}

const texts = [
  'the tide is in',
  'low *tide*',
  'tides & `ebb`',
  '> quoted\n\nthe ebb',
  ':smile:',
  'a [link](https://a.test)',
]
const topics = ['tides', 'Tides', 'ebb', '✔ tides', 'boats']
const searches = ['tide', 'ebb', 'tides boats', '"the tide"', 'link']

let time = 0
const setClock = (): void => void vi.useFakeTimers({ toFake: ['Date'], now: time })

afterEach(() => {
  vi.useRealTimers()
})

test(`answers do not depend on whether texts have moved (seed ${seed})`, { timeout: 240_000 }, async () => {
  time = Date.now()
  setClock()
  const random = randomFrom(seed)
  const [moving, staying] = [await world(), await world()]
  const worlds = [moving, staying]
  await setOldTexts(moving.realm, 30)
  await Promise.all(worlds.map(listen))
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const ids: number[] = []
  let movedOnce = 0

  /** Does the same in both, compares the answers, and answers the first. */
  const inBothWorlds = async (act: (of: World) => Promise<Answer>): Promise<Answer> => {
    const [one, other] = await Promise.all(worlds.map(act))
    expect(comparable(one, moving)).toEqual(comparable(other, staying))
    return one!
  }

  const compareAll = async (): Promise<void> => {
    for (const [index] of moving.people.entries()) {
      const everything = { anchor: 'oldest', num_before: 0, num_after: 1000 }
      const narrow = [{ operator: 'search', operand: oneOf(searches) }]
      await inBothWorlds(({ people }) => people[index]!.ask('GET', '/messages', everything))
      await inBothWorlds(({ people }) =>
        people[index]!.ask('GET', '/messages', { ...everything, apply_markdown: false }),
      )
      await inBothWorlds(({ people }) => people[index]!.ask('GET', '/messages', { ...everything, narrow }))
      if (ids.length === 0) continue
      const id = oneOf(ids)
      await inBothWorlds((of) => of.people[index]!.ask('GET', `/messages/${base(of) + id}`))
      await inBothWorlds((of) => of.people[index]!.ask('GET', `/messages/${base(of) + id}/history`))
    }
    const events = await Promise.all(
      worlds.map(async (of) => comparable(await Promise.all(of.listeners.map((one) => one.events())), of)),
    )
    expect(events[0]).toEqual(events[1])
    await checkIndexes(moving.realm)
  }

  /** Lets days pass, with the daily work of both, and all steps that move texts. */
  const pass = async (days: number): Promise<void> => {
    time += days * daySeconds * 1000
    setClock()
    for (const { realm } of worlds) await realm.ringAlarm()
    await waitUntilMoved(moving.realm)
    const moved = await movedIds(moving.realm)
    movedOnce = Math.max(movedOnce, moved.length)
    expect(await movedIds(staying.realm)).toEqual([])
    await Promise.all(worlds.map(listen))
  }

  const edit = (params: Record<string, unknown>) => {
    const [person, id] = [Math.floor(random() * 3), oneOf(ids)]
    return inBothWorlds((of) =>
      of.people[person]!.ask('PATCH', `/messages/${base(of) + id}`, {
        ...params,
        ...('stream' in params && { stream_id: of.streams[params['stream'] as number]!, stream: undefined }),
      }),
    )
  }

  const send = async () => {
    const [person, place, topic, content] = [
      Math.floor(random() * 3),
      Math.floor(random() * 4),
      oneOf(topics),
      oneOf(texts),
    ]
    const { id, status } = await inBothWorlds((of) =>
      of.people[person]!.ask('POST', '/messages', {
        content,
        ...(place === 3
          ? { type: 'private', to: of.people.map((one) => one.id) }
          : { type: 'stream', to: of.streams[place]!, topic }),
      }),
    )
    if (status === 200) ids.push((id as number) - base(moving))
  }

  const acts: readonly (readonly [weight: number, act: () => Promise<unknown>])[] = [
    [10, send],
    [4, () => edit({ content: oneOf(texts) })],
    [4, () => edit({ topic: oneOf(topics), propagate_mode: oneOf(['change_one', 'change_later', 'change_all']) })],
    [3, () => edit({ stream: Math.floor(random() * 3), propagate_mode: oneOf(['change_one', 'change_all']) })],
    [
      2,
      async () => {
        const id = oneOf(ids)
        await inBothWorlds((of) => of.people[0]!.ask('DELETE', `/messages/${base(of) + id}`))
      },
    ],
    [
      2,
      async () => {
        const [person, id] = [Math.floor(random() * 3), oneOf(ids)]
        await inBothWorlds((of) =>
          of.people[person]!.ask('POST', `/messages/${base(of) + id}/reactions`, { emoji_name: 'smile' }),
        )
      },
    ],
    [
      1,
      async () => {
        const name = oneOf(['harbour', 'cabin'])
        const isLeaving = random() < 0.5
        await inBothWorlds((of) =>
          isLeaving
            ? of.people[2]!.ask('DELETE', '/users/me/subscriptions', { subscriptions: [name] })
            : of.people[0]!.ask('POST', '/users/me/subscriptions', {
                subscriptions: [{ name }],
                principals: [of.people[2]!.id],
              }),
        )
        for (const { realm } of worlds) await realm.takeNoticesAway()
        await Promise.all(worlds.map(listen))
      },
    ],
    [2, () => pass(oneOf([1, 20, 40]))],
  ]
  const total = acts.reduce((sum, [weight]) => sum + weight, 0)

  for (let step = 0; step < 12; step += 1) await send()
  for (let step = 0; step < steps; step += 1) {
    let choice = random() * total
    const [, act] = acts.find(([weight]) => (choice -= weight) < 0)!
    await act()
    if (step % 6 === 5) await compareAll()
  }
  await pass(40)
  await compareAll()
  expect(movedOnce).toBeGreaterThan(10)
})
