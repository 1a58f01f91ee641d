import { beforeFirstId } from '../../core/sql/ids'
import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import { pageWords } from '../../read-state/read-marks'
import type { ExportCursor, ExportItem, ExportPage } from '../chapter'
import { isPersonal } from './scope'
import { idIn, lastOf, type FullChapter, type FullSource } from './source'

type Mark = Records['marks']

/** Words of 32 messages in an organization's block of ids. */
const firstWord = ({ realm_id }: FullSource): number => beforeFirstId(realm_id) / 32

/**
 * What people did with messages, in three sections: recent marks as read, those in pages, and flags. Recent marks come first:
 * if they go to pages meanwhile, they are there twice, and not missing.
 */
export const marks: FullChapter = {
  name: 'marks',
  async page(source, after) {
    const [section = 0, ...place] = after ?? []
    const { items, isLast } = await sections[section]!(source, place)
    if (!isLast || section === sections.length - 1) return { items: inSection(items, section), isLast }
    // An item without a record leads to the next section.
    return { items: [...inSection(items, section), { place: [section + 1], record: null }], isLast: false }
  },
}

const inSection = (items: readonly ExportItem[], section: number): ExportItem[] =>
  items.map((item) => ({ ...item, place: [section, ...item.place] }))

const sections: readonly ((source: FullSource, after: ExportCursor) => Promise<ExportPage>)[] = [
  recentMarks,
  pagesOfMarks,
  flags,
]

/** Users in a page of recent marks. All marks are in one row, which is short (read-state/recent-marks.ts). */
async function recentMarks(
  source: FullSource,
  [after = beforeFirstId(source.realm_id)]: ExportCursor,
): Promise<ExportPage> {
  const { sql, realm_id, scope } = source
  const rows = await sql`
    select own.key + 0 as user_id, own.value as words
    from read_recent cross join json_each(read_recent.marks) as own
    where realm_id = ${realm_id} and own.key + 0 > ${after} and own.key + 0 <= ${lastOf(source, 'user')}
      and ${isPersonal(scope, fragment`own.key + 0`)}
    order by own.key + 0
  `.all<{ user_id: number; words: string }>()
  const items = rows.map(({ user_id, words }) => ({
    place: [user_id],
    record: markOf(source, user_id, { read: wordsIn(words, -firstWord(source)) }),
  }))
  return { items, isLast: true }
}

const pagesAtOnce = 500

async function pagesOfMarks(
  source: FullSource,
  [user = beforeFirstId(source.realm_id), page = -1]: ExportCursor,
): Promise<ExportPage> {
  const { sql, scope } = source
  const rows = await sql`
    select user_id, page, words from read_page
    where (user_id, page) > (${user}, ${page}) and user_id <= ${lastOf(source, 'user')}
      and ${isPersonal(scope, fragment`user_id`)}
    order by user_id, page
    limit ${literal(pagesAtOnce)}
  `.all<{ user_id: number; page: number; words: string }>()
  // A record has up to 100 pages of 64 words.
  const items = inRecords(rows, 100).map((own) => ({
    place: [own[0]!.user_id, own.at(-1)!.page],
    record: markOf(source, own[0]!.user_id, {
      read: own.flatMap((row) => wordsIn(row.words, row.page * pageWords - firstWord(source))),
    }),
  }))
  return { items, isLast: rows.length < pagesAtOnce }
}

const flagsAtOnce = 5000

async function flags(
  source: FullSource,
  [user = beforeFirstId(source.realm_id), message = 0]: ExportCursor,
): Promise<ExportPage> {
  const { sql, scope, until } = source
  const rows = await sql`
    select user_id, message_id, flags from message_flag
    where (user_id, message_id) > (${user}, ${message}) and user_id <= ${lastOf(source, 'user')}
      and message_id <= ${until} and flags > 0 and ${isPersonal(scope, fragment`user_id`)}
    order by user_id, message_id
    limit ${literal(flagsAtOnce)}
  `.all<{ user_id: number; message_id: number; flags: number }>()
  const items = inRecords(rows, flagsAtOnce).map((own) => ({
    place: [own[0]!.user_id, own.at(-1)!.message_id],
    record: markOf(source, own[0]!.user_id, {
      flags: own.map((row): [number, number] => [idIn(source, row.message_id), row.flags]),
    }),
  }))
  return { items, isLast: rows.length < flagsAtOnce }
}

/** Rows of one user each, and at most so many. */
function inRecords<Row extends { user_id: number }>(rows: readonly Row[], maxRows: number): Row[][] {
  const records: Row[][] = []
  for (const row of rows) {
    const last = records.at(-1)
    if (last !== undefined && last[0]!.user_id === row.user_id && last.length < maxRows) last.push(row)
    else records.push([row])
  }
  return records
}

const markOf = (source: FullSource, user_id: number, { read = [], flags: own = [] }: Partial<Mark>): Mark => ({
  user_id: idIn(source, user_id),
  read,
  flags: own,
})

/** Words from JSON, with another first number. */
const wordsIn = (json: string, shift: number): [number, number][] =>
  Object.entries(JSON.parse(json) as Record<string, number>).map(([word, bits]) => [Number(word) + shift, bits])
