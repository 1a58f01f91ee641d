import type { Records } from '../../archive/records'
import { beforeFirstId } from '../../core/sql/ids'
import { jsonLists } from '../../core/sql/json-lists'
import { fragment } from '../../core/sql/sql'
import { addReadBits } from '../../read-state/read-marks'
import { bit } from '../../user-messages/bits'
import type { Batch, BatchStep } from '../batch'

/** All rare flags that are stored. */
const allBits = Object.values(bit).reduce((all, one) => all | one, 0)

/** Messages of a word of read marks. The ids of each organization begin with a new word. */
const wordSize = 32

/** Marks as read, and rare flags. The messages come later. */
export async function writeMarks(batch: Batch<Records['marks']>): Promise<BatchStep> {
  const { turn, records } = batch
  await batch.assertReferences(({ user_id }) => [{ kind: 'user', id: user_id, field: 'user_id' }])
  const last = batch.lastId('message')
  const lastWord = Math.floor(last / wordSize)
  const firstWord = beforeFirstId(turn.realm_id) / wordSize
  const words = new Map<string, number>()
  const flags = new Map<string, number>()
  for (const [index, record] of records.entries()) {
    const user_id = batch.idOf('user', record.user_id)
    for (const [word, bits] of record.read) {
      if (word > lastWord) batch.refuse(index, 'read', 'A word is above the last message of the manifest')
      // Later messages are not the archive's.
      const own = word === lastWord ? bits & (2 ** ((last % wordSize) + 1) - 1) : bits
      const key = `[${user_id},${firstWord + word}`
      words.set(key, ((words.get(key) ?? 0) | own) >>> 0)
    }
    for (const [id, bits] of record.flags) {
      if (id > last) batch.refuse(index, 'flags', 'A message is above the last one of the manifest')
      const key = `[${user_id},${batch.idOf('message', id)}`
      flags.set(key, (flags.get(key) ?? 0) | (bits & allBits))
    }
  }
  return {
    writes: [
      ...jsonLists(nonZeroValues(words)).map(({ json }) =>
        addReadBits(fragment`
          select value ->> 0 as user_id, value ->> 1 as word, value ->> 2 as bits from json_each(${json})`),
      ),
      ...jsonLists(nonZeroValues(flags)).map(
        ({ json }) => fragment`
          insert into message_flag (user_id, message_id, flags)
          select value ->> 0, value ->> 1, value ->> 2 from json_each(${json})
          where true
          on conflict (user_id, message_id) do update set flags = flags | excluded.flags`,
      ),
    ],
    rows: words.size + 2 * flags.size,
  }
}

/** Lists of user, word or message, and bits, from their text without the bits. */
const nonZeroValues = (values: ReadonlyMap<string, number>): number[][] =>
  [...values].filter(([, bits]) => bits !== 0).map(([key, bits]) => JSON.parse(`${key},${bits}]`) as number[])
