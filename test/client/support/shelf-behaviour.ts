import type { Shelf } from '../../../client/storage/shelf'

/** Opens the shelf of one more client, on what all of them share. */
export type Open = () => Shelf

/** What every shelf does. Runs in a browser, too, so results are plain JSON. */
export interface Behaviour {
  readonly name: string
  readonly run: (open: Open) => Promise<unknown>
  readonly result: unknown
}

const hasFailed = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  )

const entries = async (shelf: Shelf, table: 'parts' | 'messages' | 'commands' | 'files') =>
  [...(await shelf.all(table))[0]!].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))

export const behaviours: readonly Behaviour[] = [
  {
    name: 'values are read back by their keys, from every table',
    async run(open) {
      const shelf = open()
      await shelf.write([
        ['messages', 7, { content: 'ebb' }],
        ['messages', 12, { content: 'flow' }],
        ['parts', 'position', { last_event_id: 3 }],
      ])
      return [await entries(shelf, 'messages'), await shelf.get('parts', 'position'), await entries(shelf, 'files')]
    },
    result: [
      [
        [12, { content: 'flow' }],
        [7, { content: 'ebb' }],
      ],
      { last_event_id: 3 },
      [],
    ],
  },
  {
    name: 'a key is a number or a text, and 7 is not "7"',
    async run(open) {
      const shelf = open()
      await shelf.write([
        ['parts', 7, 'number'],
        ['parts', '7', 'text'],
      ])
      return [await shelf.get('parts', 7), await shelf.get('parts', '7')]
    },
    result: ['number', 'text'],
  },
  {
    name: 'a change without a value deletes',
    async run(open) {
      const shelf = open()
      await shelf.write([
        ['parts', 'a', 1],
        ['parts', 'b', 2],
      ])
      await shelf.write([
        ['parts', 'a'],
        ['parts', 'nowhere'],
      ])
      return [await entries(shelf, 'parts'), (await shelf.get('parts', 'a')) === undefined]
    },
    result: [[['b', 2]], true],
  },
  {
    name: 'writing nothing is nothing',
    async run(open) {
      await open().write([])
      return 'done'
    },
    result: 'done',
  },
  {
    name: 'values are copies, of what was there at the call',
    async run(open) {
      const shelf = open()
      const value = { list: [1] }
      const writing = shelf.write([['parts', 'a', value]])
      await writing
      value.list.push(2)
      const read = await shelf.get<typeof value>('parts', 'a')
      read!.list.push(3)
      const [all] = await shelf.all<typeof value>('parts')
      all!.get('a')!.list.push(4)
      return shelf.get('parts', 'a')
    },
    result: { list: [1] },
  },
  {
    name: 'of changes with one that cannot be kept none is made, and later ones are',
    async run(open) {
      const shelf = open()
      await shelf.write([['parts', 'a', 1]])
      const isRefused = await hasFailed(
        shelf.write([
          ['parts', 'a', 2],
          ['parts', 'b', () => 'cannot be cloned'],
          ['messages', 1, 'message'],
        ]),
      )
      const unchanged = [await entries(shelf, 'parts'), await entries(shelf, 'messages')]
      await shelf.write([['parts', 'a', 3]])
      return [isRefused, unchanged, await entries(shelf, 'parts')]
    },
    result: [true, [[['a', 1]], []], [['a', 3]]],
  },
  {
    name: 'writes that do not wait for each other take effect in their order',
    async run(open) {
      const shelf = open()
      await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          shelf.write(
            number % 3 === 0
              ? [
                  ['parts', 'a', number],
                  ['messages', number, 'long'.repeat(1000)],
                ]
              : [['parts', 'a', number]],
          ),
        ),
      )
      return [await shelf.get('parts', 'a'), (await shelf.all('messages'))[0]!.size]
    },
    result: [39, 14],
  },
  {
    name: 'files are kept as they are',
    async run(open) {
      const shelf = open()
      await shelf.write([['files', 'a', new Blob(['tide table'], { type: 'text/plain' })]])
      open()
      const file = await open().get<Blob>('files', 'a')
      return [await file!.text(), file!.type]
    },
    result: ['tide table', 'text/plain'],
  },
  {
    name: 'clients share what is kept, and it outlives them',
    async run(open) {
      const one = open()
      const other = open()
      await one.write([['commands', 'x', 'send']])
      const value = await other.get('commands', 'x')
      one.close()
      other.close()
      return [value, await entries(open(), 'commands')]
    },
    result: ['send', [['x', 'send']]],
  },
  {
    name: 'a claim has one holder, until it is given back',
    async run(open) {
      const one = open()
      const other = open()
      const release = await one.claim('keeper')
      const meanwhile = await other.claim('keeper')
      const ofAnotherName = await other.claim('window')
      release!()
      // Given back twice, it is not taken from the next one.
      const next = await repeatUntilResult(() => other.claim('keeper'))
      release!()
      return [meanwhile, ofAnotherName !== null, next !== null, await one.claim('keeper')]
    },
    result: [null, true, true, null],
  },
  {
    name: 'of clients that claim at once one gets it',
    async run(open) {
      const claims = await Promise.all(Array.from({ length: 5 }, () => open().claim('keeper')))
      return claims.filter((claim) => claim !== null).length
    },
    result: 1,
  },
  {
    name: 'the claims of a client end with it',
    async run(open) {
      const one = open()
      await one.claim('keeper')
      one.close()
      return (await repeatUntilResult(() => open().claim('keeper'))) !== null
    },
    result: true,
  },
  {
    name: 'nothing is written after the end',
    async run(open) {
      const shelf = open()
      await shelf.write([['parts', 'a', 1]])
      shelf.close()
      const isRefused = [await hasFailed(shelf.write([['parts', 'a', 2]])), await hasFailed(shelf.claim('keeper'))]
      return [isRefused, await entries(open(), 'parts')]
    },
    result: [[true, true], [['a', 1]]],
  },
  {
    name: 'clearing tables leaves the others, and the claims',
    async run(open) {
      const shelf = open()
      const release = await shelf.claim('window')
      await shelf.write([
        ['parts', 'a', 1],
        ['messages', 1, 1],
        ['commands', 'a', 1],
        ['files', 'a', 1],
      ])
      await shelf.clear('parts', 'messages')
      const tables = await shelf.all('parts', 'messages', 'commands', 'files')
      const other = await open().claim('window')
      release!()
      return [tables.map(({ size }) => size), other]
    },
    result: [[0, 0, 1, 1], null],
  },
]

/** What something resolves to when it is not null any more: browsers give locks back a moment later. */
async function repeatUntilResult<T>(work: () => Promise<T | null>): Promise<T | null> {
  for (let tries = 0; tries < 100; tries += 1) {
    const result = await work()
    if (result !== null) return result
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return null
}
