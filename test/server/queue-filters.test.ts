import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Listener, type Person, type TestRealm } from '../kit'

type Narrow = [operator: string, operand: string][]

/** What a queue tells of messages, by their content and flags. */
async function readMessages(listener: Listener): Promise<[content: string, flags: string[]][]> {
  const events = await listener.events('message')
  return events.map(({ message, flags }) => [(message as { content: string }).content, flags as string[]])
}

const contents = async (listener: Listener) => (await readMessages(listener)).map(([content]) => content)

const ofHarbour = ['plain', 'other topic', 'resolved', '@**Bo** called', '@**all** called', 'a lamp', 'own']
const allWithout = (...gone: string[]) => ofHarbour.filter((content) => !gone.includes(content))

const filters: [narrow: Narrow, passing: string[]][] = [
  [[], [...ofHarbour, 'private']],
  [[['stream', 'harbour']], ofHarbour],
  [[['stream', 'HARBOUR']], ofHarbour],
  [[['stream', 'quay']], ['of the quay']],
  [[['stream', 'cellar']], []],
  [[['stream', 'nowhere']], []],
  [[['topic', 'tides']], [...allWithout('other topic', 'resolved'), 'of the quay']],
  [[['topic', 'TIDES']], [...allWithout('other topic', 'resolved'), 'of the quay']],
  [[['topic', '']], []],
  [[['sender', 'ada@example.com']], [...allWithout('own'), 'private', 'of the quay']],
  [[['sender', 'ADA@example.com']], [...allWithout('own'), 'private', 'of the quay']],
  [[['is', 'private']], ['private']],
  [[['is', 'starred']], []],
  [[['is', 'unread']], [...allWithout('own'), 'private', 'of the quay']],
  [[['is', 'mentioned']], ['@**Bo** called']],
  [[['is', 'alerted']], ['@**Bo** called']],
  [[['is', 'resolved']], ['resolved']],
  ...['purple', 'constructor', '__proto__', 'hasOwnProperty'].map((operand): [Narrow, string[]] => [
    [['is', operand]],
    [...ofHarbour, 'private', 'of the quay'],
  ]),
  [
    [
      ['stream', 'harbour'],
      ['topic', 'tides'],
      ['is', 'unread'],
    ],
    allWithout('other topic', 'resolved', 'own'),
  ],
  [
    [
      ['stream', 'harbour'],
      ['is', 'private'],
    ],
    [],
  ],
]

/** In the order of sending. */
const sortContents = (passing: readonly string[]) =>
  [...ofHarbour, 'private', 'of the quay'].filter((content) => passing.includes(content))

describe('a filter of a queue', () => {
  const told = new Map<Narrow, [content: string, flags: string[]][]>()

  beforeAll(async () => {
    const realm = await newRealm()
    const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
    await realm.stream('harbour', ada, bo)
    await realm.stream('quay', ada)
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], invite_only: true })
    await bo.post('/users/me/alert_words', { alert_words: ['lamp'] })
    const listeners = await Promise.all(
      filters.map(async ([narrow]) => [narrow, await bo.listen({ narrow, event_types: ['message'] })] as const),
    )
    for (const content of allWithout('own'))
      await ada.send('harbour', { 'other topic': 'ebb', resolved: '✔ tides' }[content] ?? 'Tides', content)
    await bo.send('harbour', 'tides', 'own')
    await ada.write([bo], 'private')
    await ada.send('quay', 'tides', 'of the quay')
    await ada.send('cellar', 'tides', 'of the cellar')
    for (const [narrow, listener] of listeners) told.set(narrow, await readMessages(listener))
  }, 60_000)

  test.each(filters)('%j lets pass %j', (narrow, passing) => {
    expect(told.get(narrow)!.map(([content]) => content)).toEqual(sortContents(passing))
  })

  test('shows what was not received without flags', () => {
    for (const [content, flags] of [...told.values()].flat()) if (content === 'of the quay') expect(flags).toEqual([])
  })
})

describe('a filter by stream', () => {
  let realm: TestRealm
  let ada: Person

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada', { role: 200 })
  })

  test('goes by the name that the stream has when a message comes', async () => {
    const { id } = await realm.stream('dock', ada)
    const byOld = await ada.listen({ narrow: [['stream', 'dock']] })
    const byNew = await ada.listen({ narrow: [['stream', 'pier']] })
    await ada.send('dock', 'tides', 'before')
    await ada.patch(`/streams/${id}`, { new_name: 'pier' })
    await ada.send('pier', 'tides', 'after')

    expect(await contents(byOld)).toEqual(['before'])
    const later = await contents(byNew)
    expect(later).toContain('after')
    expect(later).not.toContain('before')
  })

  test('tells guests nothing of public streams that they are not in', async () => {
    const guest = await realm.user('guest', { role: 600 })
    await realm.stream('jetty', ada)
    const listener = await guest.listen({ narrow: [['stream', 'jetty']] })

    await ada.send('jetty', 'tides', 'hidden')

    expect(await contents(listener)).toEqual([])
  })

  test('lets pass whatever is no message', async () => {
    const { id } = await realm.stream('mole', ada)
    const listener = await ada.listen({ narrow: [['stream', 'nowhere']] })

    await ada.patch('/users/me/subscriptions/muted_topics', { stream_id: id, topic: 'tides', op: 'add' })

    expect((await listener.events()).map(({ type }) => type)).toContain('muted_topics')
  })
})
