import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ArchiveError } from '../../import/conversion.ts'
import { rocketchat } from '../../import/rocketchat/index.ts'
import { convert } from '../kit/conversion.ts'
import { changes, mutate } from '../kit/mutations.ts'
import {
  at,
  bsonOf,
  collections,
  dumpOf,
  grid,
  message,
  people,
  room,
  rooms,
  subscription,
  type Collections,
} from '../kit/rocketchat-dump.ts'

/** Something of everything. */
const everything = collections({
  users: people,
  rocketchat_settings: [{ _id: 'Site_Name', value: 'Lighthouse' }],
  rocketchat_room: [...rooms, room('d1', 'c', 'x', { fname: 'Paint', prid: 'GENERAL' })],
  rocketchat_avatars: [{ _id: 'av1', userId: 'aaa', name: 'ada' }],
  ...grid('rocketchat_avatars', { av1: 'picture' }),
  rocketchat_custom_emoji: [{ _id: 'e1', name: 'blob', aliases: ['b'], extension: 'png' }],
  ...grid('custom_emoji', { 'blob.png': 'png' }),
  rocketchat_uploads: [{ _id: 'up1', name: 'map.png', type: 'image/png' }],
  ...grid('rocketchat_uploads', { up1: 'a whole file' }),
  rocketchat_subscription: [
    subscription('aaa', 'GENERAL', { alert: true }),
    subscription('bbb', 'aaabbb', { unread: 2 }),
  ],
  rocketchat_message: [
    message(1, 'GENERAL', 'aaa', 'Hi @bo #general :blob:', {
      tcount: 1,
      file: { _id: 'up1', name: 'map.png' },
      starred: [{ _id: 'bbb' }],
      reactions: { ':blob:': { usernames: ['bo'] } },
    }),
    message(2, 'GENERAL', 'bbb', 'Reply', { tmid: `msg${'1'.padStart(14, '0')}`, tshow: true }),
    message(3, 'GENERAL', 'bbb', 'old', {
      _hidden: true,
      parent: `msg${'1'.padStart(14, '0')}`,
      editedAt: at(4),
      editedBy: { _id: 'aaa' },
    }),
    message(4, 'aaabbb', 'aaa', 'quote', {
      attachments: [{ text: 'Hi', message_link: `https://x.example/channel/general?msg=msg${'1'.padStart(14, '0')}` }],
    }),
    message(5, 'd1', 'bbb', '', { attachments: [{ title: 'x', fields: [{ title: 'a', value: 'b' }] }] }),
    message(6, 'GENERAL', 'aaa', 'Paint', { t: 'discussion-created', drid: 'd1' }),
  ],
})

const isDocument = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A collection with something else than documents in it is none that a database could have. */
const encodeDump = (mutated: Collections): Record<string, Uint8Array> =>
  Object.fromEntries(
    Object.entries(mutated)
      .filter(([, documents]) => Array.isArray(documents))
      .map(([name, documents]) => [`${name}.bson`, bsonOf(documents.filter(isDocument))]),
  )

test('a dump with wrong values is read, or refused with a reason', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      try {
        await convert(rocketchat, encodeDump(mutate(everything, list)))
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error
      }
    }),
    { numRuns: 200 },
  )
})

test('a dump with wrong bytes is read, or refused with the name of the file', { timeout: 60_000 }, async () => {
  const files = dumpOf(everything)
  const names = Object.keys(files).filter((name) => name.endsWith('.bson'))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.nat(),
      fc.integer({ min: 0, max: 255 }),
      async (name, place, value) => {
        const bytes = files[name]!.slice()
        if (bytes.length > 0) bytes[place % bytes.length] = value
        try {
          await convert(rocketchat, { ...files, [name]: bytes })
        } catch (error) {
          if (!(error instanceof ArchiveError)) throw error
          expect(error.message).toContain('.bson')
        }
      },
    ),
    { numRuns: 200 },
  )
})
