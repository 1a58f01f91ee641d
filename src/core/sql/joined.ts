import type { Database } from './database'
import { Fragment, maxBoundValues, PackedStatement, separatedBy, type Packed, type Row } from './sql'

/** D1 takes no compound of more than five selects. */
const maxJoined = 5

/** D1 takes 100,000 bytes of SQL. Numbers of bound values make the text longer than its parts. */
const maxJoinedCharacters = 50_000

/**
 * The rows of statements, which are sent in one round trip. Packed statements travel as one statement with one row for each of them,
 * because each statement takes as long as reading ten messages, and each row takes as long as finding a message.
 */
export async function rowsOfAll(database: Database, statements: readonly Fragment[]): Promise<Row[][]> {
  const parts = joinable(statements)
  const others = statements.filter((statement) => !parts.includes(statement))
  if (parts.length === 0) return rowsOfEach(database, statements)
  try {
    const [joinedRows, ...otherRows] = await rowsOfEach(database, [joinedStatement(parts), ...others])
    const rowsByStatement = new Map<Fragment, Row[]>(others.map((other, index) => [other, otherRows[index]!]))
    for (const part of parts) rowsByStatement.set(part, [])
    for (const { packed } of joinedRows as unknown as { packed: string | null }[])
      if (packed !== null)
        rowsByStatement.set(parts[Number(packed[0])]!, [{ packed: packed.slice(1) } satisfies Packed])
    return statements.map((statement) => rowsByStatement.get(statement)!)
  } catch (error) {
    // The rows of a part are more than a row of D1 may hold.
    if (!String(error).includes('SQLITE_TOOBIG')) throw error
    return rowsOfEach(database, statements)
  }
}

const rowsOfEach = async (database: Database, statements: readonly Fragment[]): Promise<Row[][]> =>
  (await database.send(statements)).map(({ rows }) => rows)

/** As many of the packed statements as D1 takes in one. */
function joinable(statements: readonly Fragment[]): PackedStatement[] {
  const parts: PackedStatement[] = []
  let values: readonly unknown[] = []
  let characters = 0
  for (const statement of statements) {
    if (!(statement instanceof PackedStatement) || parts.length === maxJoined) continue
    const further = [...values, ...statement.values]
    if (characters + statement.text.length > maxJoinedCharacters || !isBindable(further)) continue
    parts.push(statement)
    values = further
    characters += statement.text.length
  }
  return parts
}

/** Whether D1 binds so many values, if equal ones are bound once. */
const isBindable = (values: readonly unknown[]): boolean =>
  values.length <= maxBoundValues || new Set(values).size <= maxBoundValues

function joinedStatement(parts: readonly PackedStatement[]): PackedStatement {
  const { text, values } = separatedBy(' union all ', parts.map(partOf))
  return new PackedStatement(text, values)
}

/** One row: the number of the part, and its rows; null if it has none. */
const partOf = ({ text, values }: PackedStatement, number: number): Fragment =>
  new Fragment(`select '${number}' || group_concat(packed) as packed from (${text})`, values)
