import type { SystemTurn } from '../core/turn/change'
import { jsonLists } from '../core/sql/json-lists'
import type { Fragment, Sql } from '../core/sql/sql'
import { pageWords } from './read-marks'
import type { RecentMarks, Words } from './recent-marks'
import { writePages } from './writes'

interface Page {
  user_id: number
  page: number
  words: Words
}

/** Moves recent marks to the pages of their users: one row per user and page. */
export async function foldMarks({ sql }: SystemTurn, marks: RecentMarks): Promise<Fragment[]> {
  const pages = pagesOf(marks)
  await addStoredMarks(sql, pages)
  return jsonLists(pages.map(({ user_id, page, words }) => [user_id, page, JSON.stringify(words)])).map(({ json }) =>
    writePages(json),
  )
}

function pagesOf({ words }: RecentMarks): Page[] {
  const pages = new Map<string, Page>()
  for (const [user, own] of Object.entries(words))
    for (const [word, bits] of Object.entries(own)) {
      const page = Math.floor(Number(word) / pageWords)
      const key = `${user} ${page}`
      const entry = pages.get(key) ?? { user_id: Number(user), page, words: {} }
      pages.set(key, entry)
      entry.words[Number(word) % pageWords] = bits
    }
  return [...pages.values()]
}

/** Adds the marks that the pages already have. */
async function addStoredMarks(sql: Sql, pages: readonly Page[]): Promise<void> {
  const stored = await Promise.all(
    jsonLists(pages.map(({ user_id, page }) => [user_id, page])).map(({ json }) =>
      sql`
        select read_page.user_id || ' ' || read_page.page as key, words
        from json_each(${json}) as pair
        cross join read_page on read_page.user_id = pair.value ->> 0 and read_page.page = pair.value ->> 1
      `.all<{ key: string; words: string }>(),
    ),
  )
  const byKey = new Map(stored.flat().map(({ key, words }) => [key, JSON.parse(words) as Words]))
  for (const { user_id, page, words } of pages)
    for (const [word, bits] of Object.entries(byKey.get(`${user_id} ${page}`) ?? {}))
      words[word] = ((words[word] ?? 0) | bits) >>> 0
}
