import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Reader, RowCache } from '../../src/core/sql/reader'
import { Database } from '../../src/core/sql/database'
import { cellsOf, commaSeparated, Fragment, fragment, packColumns, sqlOver, type Sql } from '../../src/core/sql/sql'

function reading(): { sql: Sql; database: Database } {
  const database = new Database(env.DB)
  return { sql: sqlOver(new Reader(database, new RowCache(0))), database }
}

/** Statements that are asked at the same time, and the cells of their rows. */
const cellsOfAll = async (sql: Sql, from: readonly Fragment[]): Promise<unknown[][][]> =>
  (
    await Promise.all(
      from.map((each) => sql`select ${packColumns([fragment`value`])} from ${each} order by key`.allPacked()),
    )
  ).map(cellsOf)

const list = (values: readonly unknown[]): Fragment => fragment`json_each(${JSON.stringify(values)})`

/** Selects sixty numbers, each of which is bound. */
function sixtyNumbers(first: number): Fragment {
  const numbers = Array.from({ length: 60 }, (_, index) => fragment`(${first + index})`)
  return fragment`(select column1 as value, column1 as key from (values ${commaSeparated(numbers)}))`
}

/** A select of more than 60,000 characters. */
const longSelect = (value: number): Fragment =>
  fragment`(select ${value} as value, 1 as key /* ${new Fragment('long '.repeat(12_000), [])} */)`

test('packed statements of a trip get their own rows in order, however many they are', async () => {
  const { sql, database } = reading()
  const lists = [[1, 2], [], ['a,b', '"]', '1'], [null], [0.5, -1], ['é\n\u0001'], [7]]

  const [answers, others] = await Promise.all([
    cellsOfAll(sql, lists.map(list)),
    sql`select 3 as three union all select 4`.all(),
  ])

  expect(answers).toEqual(lists.map((values) => values.map((value) => [value])))
  expect(others).toEqual([{ three: 3 }, { three: 4 }])
  expect(database.tally.trips).toBe(1)
})

test('packed statements that have more values together than D1 binds are not joined', async () => {
  const { sql, database } = reading()

  const [low, high, again] = await cellsOfAll(sql, [sixtyNumbers(0), sixtyNumbers(1000), sixtyNumbers(0)])

  expect(low!.map(([value]) => value)).toEqual(Array.from({ length: 60 }, (_, index) => index))
  expect(high!.at(-1)).toEqual([1059])
  expect(again).toEqual(low)
  expect(database.tally.trips).toBe(1)
})

test('packed statements that are longer together than D1 takes are not joined', async () => {
  const { sql, database } = reading()

  expect(await cellsOfAll(sql, [longSelect(1), longSelect(2)])).toEqual([[[1]], [[2]]])
  expect(database.tally.trips).toBe(1)
})

test('rows that are too long together for one row come one by one, in a second trip', async () => {
  const database = new Database({
    prepare: (text) => env.DB.prepare(text),
    // D1 refuses longer texts, and workerd does not.
    async batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
      const results = await env.DB.batch<T>(statements)
      if (results.flatMap((answer) => answer.results).some((row) => JSON.stringify(row).length > 2_000_000))
        throw new Error('D1_ERROR: string or blob too big: SQLITE_TOOBIG')
      return results
    },
  })
  const sql = sqlOver(new Reader(database, new RowCache(0)))
  const long = fragment`(select key, replace(hex(zeroblob(450000)), '0', value) as value from ${list(['a', 'b', 'c'])})`

  expect(await cellsOfAll(sql, [list([1]), long])).toEqual([
    [[1]],
    ['a', 'b', 'c'].map((text) => [text.repeat(900_000)]),
  ])
  expect(database.tally.trips).toBe(2)
})

test('other failures of a trip are not tried again', async () => {
  const { sql, database } = reading()

  await expect(cellsOfAll(sql, [list([1]), fragment`(select json('{') as value, 1 as key)`])).rejects.toThrow(
    'malformed',
  )
  expect(database.tally.trips).toBe(1)
})
