import { realmOf } from '../core/sql/ids'
import { fragment, literal, type Fragment, type Sql } from '../core/sql/sql'

/**
 * Where it is stored which messages above the read watermark a user has read. A word has a bit for each of 32 messages, so
 * that its number survives every export; word `id >> 5`, bit `id & 31`.
 *
 * - `read_page` has a row for each user and 2,048 messages: JSON, number of the word in the page -> bits.
 * - `read_recent` has one row for the realm, of all that was read lately: JSON, user -> number of the word -> bits. So marks
 *   of many people cost one row. When it is long, they go to the pages (`read-state/mark-read.ts`).
 *
 * Bits are never cleared: a message that is marked unread again has a flag.
 */
export const wordOf = (id: Fragment): Fragment => fragment`(${id} >> 5)`
export const bitsOf = (id: Fragment): Fragment => fragment`(1 << (${id} & 31))`

/** Number of words in a page. */
export const pageWords = 64

/** The page of a user that contains a message, as `page`, for a join. */
export const readPage = (user_id: number | Fragment, id: Fragment): Fragment => fragment`
  read_page as page on page.user_id = ${user_id} and page.page = ${id} >> 11`

/**
 * Whether the bit of a message is set; `page` must be joined. `neighbour` is any id of the same realm, needed if the user comes
 * from a column.
 */
export const isMarked = (
  user_id: number | Fragment,
  id: Fragment,
  neighbour = typeof user_id === 'number' ? user_id : 0,
): Fragment => fragment`(
  (iif(page.words is null, 0, coalesce(page.words ->> ((${wordOf(id)} & 63) || ''), 0)) | coalesce(${recentWord(user_id, id, neighbour)}, 0)) >> (${id} & 31) & 1
)`

/** The word of a message in `read_recent`. This row is read once per statement. */
function recentWord(user_id: number | Fragment, id: Fragment, neighbour: number): Fragment {
  const recent = (column: Fragment) =>
    fragment`(select ${column} from read_recent where realm_id = ${realmOf(neighbour)})`
  return typeof user_id === 'number'
    ? fragment`${recent(fragment`marks -> ${`$."${user_id}"`}`)} ->> (${wordOf(id)} || '')`
    : fragment`${recent(fragment`marks`)} ->> ('$."' || (${user_id}) || '"."' || ${wordOf(id)} || '"')`
}

/** Sets bits. `source` has rows (user_id, word, bits), one for each user and word. */
export const addReadBits = (source: Fragment): Fragment => fragment`
  insert into read_page (user_id, page, words)
  select user_id, word / ${literal(pageWords)}, json_group_object((word % ${literal(pageWords)}) || '', bits)
  from (${source})
  where true
  group by 1, 2
  on conflict (user_id, page) do update set words = (
    select json_group_object(word, bits) from (
      select key as word, iif(count(*) = 1, max(value), min(value) | max(value)) as bits
      from (
        select key, value from json_each(read_page.words)
        union all
        select key, value from json_each(excluded.words)
      )
      group by key
    )
  )`

/** Whether the bit of a message is set. */
type Marks = (user_id: number, id: number) => boolean

/** The marks of some users on messages from an id on. Reads one row per page. */
export async function markersOf(
  sql: Sql,
  realm_id: number,
  user_ids: readonly number[],
  from: Fragment,
): Promise<Marks> {
  const [pages, recent] = await Promise.all([
    sql`
      select user_id, page, words from read_page
      where user_id in (select value from json_each(${JSON.stringify(user_ids)})) and page >= ${from} >> 11
    `.all<{ user_id: number; page: number; words: string }>(),
    sql`
      select reader.value as user_id, marks -> ('$."' || reader.value || '"') as words
      from read_recent cross join json_each(${JSON.stringify(user_ids)}) as reader
      where realm_id = ${realm_id}
    `.all<{ user_id: number; words: string | null }>(),
  ])
  const marks = new Map(user_ids.map((user_id) => [user_id, new Map<number, number>()]))
  const add = (user_id: number, first: number, words: string | null): void => {
    const own = marks.get(user_id)!
    for (const [word, bits] of Object.entries(JSON.parse(words ?? '{}') as Record<string, number>))
      own.set(first + Number(word), (own.get(first + Number(word)) ?? 0) | bits)
  }
  for (const { user_id, page, words } of pages) add(user_id, page * pageWords, words)
  for (const { user_id, words } of recent) add(user_id, 0, words)
  return (user_id, id) => ((marks.get(user_id)?.get(Math.floor(id / 32)) ?? 0) & (1 << (id % 32))) !== 0
}
