import { refused } from '../core/base/errors'
import { fragment, literal, type Sql } from '../core/sql/sql'
import type { Branch, MessageSource, OldBranch } from '../narrow/branches'
import type { Plan } from '../narrow/plan'
import { expressionOfOld } from '../narrow/search'
import type { Search } from '../narrow/terms'
import { askOldTexts, oldTextMissing, oldTextsUnavailable } from '../old-texts/client'
import type { FoundKeys, OldMatches, OldSearch, TextKey } from '../old-texts/schema'
import { pageJoin, type IdRange } from '../user-messages/rows'
import type { Viewer } from './id-range'
import { oldScope, type OldScope } from './old-scope'

/** How often a page may ask the object with old texts for hits. */
export const maxSearchesOfPage = 10

/** After this time, a page does not ask the object again. */
const maxSearchMs = 5000

/** Streams and conversations that a query of the object's index names. If there are more, the object compares each hit with them. */
const maxPlaceWords = 100

/** Hits in one answer of the object. The database then decides which of them count. */
const maxHitsOfAnswer = 5000

/** Candidates that the object compares with a search in one call. */
const maxCandidates = 1000

/** What is searched for, and how the database finds it. */
interface OldQuery extends Pick<Plan, 'sender_id'> {
  readonly branch: OldBranch
  readonly search: Search
}

/** A range of ids that the object has searched. */
interface Stretch {
  readonly range: IdRange
  /** The messages there that have the words, as `FoundKeys.keys`. The database decides about all other conditions. */
  readonly keys: string
  /** How many messages these are. */
  readonly amount: number
  /** The ids that remain to be searched; null: none. */
  readonly rest: IdRange | null
}

/** One side of a page, or a range of which the first match is wanted. */
export interface SideOptions<T> {
  /** The ids of the side, in the order from the anchor. */
  readonly range: IdRange
  /** How many matches are wanted, beside the anchor. */
  readonly limit: number
  /** The first matches that the database alone has found, in the order of the range: all if they are fewer than `limit`. */
  readonly matchesInDatabase: readonly T[]
  /** The id at which the range begins, if a message with this id is wanted beside `limit`. */
  readonly anchor: number | null
  /** How often the object may be asked. */
  readonly maxSearches: number
  /** The first rows of a source. */
  readonly rowsOf: (source: MessageSource, limit: number) => Promise<T[]>
}

/** The matches of one side, in the order of its range. */
interface Side<T> {
  readonly rows: readonly T[]
  /** There are no further matches. */
  readonly isComplete: boolean
  /** There may be further matches, but the limit of calls or of time is reached. */
  readonly isCutShort: boolean
}

/** How to find the matches of a search that have old texts; null: there can be none. */
export async function oldHitsOf(
  sql: Sql,
  viewer: Viewer,
  { search, sender_id }: Pick<Plan, 'search' | 'sender_id'>,
  branch: Branch | undefined,
): Promise<OldTextSearch | null> {
  if (search === null || branch?.old == null) return null
  const scope = await oldScope(sql, viewer, branch.old)
  return scope && new OldTextSearch(sql, viewer, { search, sender_id, branch: branch.old }, scope)
}

/** Finds the matches of a search that have old texts. */
export class OldTextSearch {
  constructor(
    private readonly sql: Sql,
    private readonly viewer: Viewer,
    private readonly query: OldQuery,
    private readonly scope: OldScope,
  ) {}

  /**
   * Adds matches with old texts to `matchesInDatabase`, stretch by stretch. For each stretch it asks the object before the database, so
   * that the database has a text that comes back in between.
   */
  async side<T extends { id: number }>({
    range,
    limit,
    matchesInDatabase,
    anchor,
    maxSearches,
    rowsOf,
  }: SideOptions<T>): Promise<Side<T>> {
    const { branch } = this.query
    const { upTo } = this.scope
    const { descending } = range
    const missingTo = (rows: readonly T[]) => limit - rows.filter(({ id }) => id !== anchor).length
    const rowsAbove = matchesInDatabase.filter(({ id }) => id > upTo)
    const old = this.oldPart(range)
    const isFull = descending && missingTo(rowsAbove) <= 0 && !(anchor !== null && anchor <= upTo)
    if (old === null || isFull)
      return { rows: matchesInDatabase, isComplete: missingTo(matchesInDatabase) > 0, isCutShort: false }
    const rows: T[] = descending ? rowsAbove : []
    let rest: IdRange | null = old
    let hitsRead = 0
    let hitsFound = 0
    const lastSearchAt = Date.now() + maxSearchMs
    for (let searches = 0; rest !== null && searches < maxSearches; searches += 1) {
      const missing = missingTo(rows)
      // The first stretch is always searched, because it has the anchor.
      if (searches > 0 && (missing <= 0 || Date.now() > lastSearchAt)) break
      const stretch: Stretch = await this.firstStretch(rest, hitsToAskFor(missing + 1, hitsRead, hitsFound))
      const [moved, inDatabase] = await Promise.all([
        stretch.amount === 0 ? [] : rowsOf(branch.byKeys(stretch.keys), missing + 1),
        rowsOf(branch.inDatabase(stretch.range), missing + 1),
      ])
      const found = [...moved, ...inDatabase]
        .toSorted((a, b) => (descending ? b.id - a.id : a.id - b.id))
        .slice(0, missing + 1)
      assertNoneLost(matchesInDatabase, found, { range: stretch.range, isFull: found.length > missing })
      rows.push(...found)
      rest = stretch.rest
      hitsRead += stretch.amount
      hitsFound += moved.length
    }
    if (rest === null && !descending) rows.push(...rowsAbove)
    const areAllRead = rest === null && (descending || missingTo(matchesInDatabase) > 0)
    const isShort = missingTo(rows) > 0
    return { rows, isComplete: areAllRead && isShort, isCutShort: rest !== null && isShort }
  }

  /** The part of a range in which messages may have old texts; null: there is none. */
  private oldPart(range: IdRange): IdRange | null {
    const { floor, upTo } = this.scope
    return withIds({ ...range, low: Math.max(range.low, floor), high: Math.min(range.high, upTo + 1) })
  }

  /** Searches the beginning of a range. If the object finds the messages by the words, it answers at most `maxFound`. */
  private firstStretch(range: IdRange, maxFound: number): Promise<Stretch> {
    const { candidates } = this.query.branch
    return candidates === null ? this.searchWords(range, maxFound) : this.compareCandidates(range, candidates)
  }

  /** Has the object find messages by the words. */
  private async searchWords(range: IdRange, maxFound: number): Promise<Stretch> {
    const { branch, search, sender_id } = this.query
    const { topic_key } = branch
    const { recipient_ids } = this.scope
    const arePlacesWords = recipient_ids !== null && recipient_ids.length <= maxPlaceWords
    const wanted: OldSearch = {
      match: expressionOfOld({
        words: search.words,
        sender_id,
        recipient_ids: arePlacesWords ? recipient_ids : null,
        topic_key,
      }),
      phrases: search.phrases,
      recipient_ids: arePlacesWords ? null : recipient_ids,
      topic_key,
      maxFound: Math.min(maxFound, maxHitsOfAnswer),
      low: range.low,
      high: range.high,
      descending: range.descending,
    }
    const { lastId, ...found } = await this.ask<FoundKeys>((object) => object.search(wanted))
    return { ...found, ...(lastId === null ? { range, rest: null } : splitAt(range, lastId)) }
  }

  /** Has the object compare the candidates, which the database finds, with the words. */
  private async compareCandidates(
    range: IdRange,
    { from, where }: NonNullable<OldBranch['candidates']>,
  ): Promise<Stretch> {
    const { search } = this.query
    const select = fragment`
      select message.id, message.last_edit_at from ${from(range)} ${pageJoin(this.viewer.id)}
      where ${where} limit ${literal(maxCandidates)}`
    const candidates = await this.sql`${select.distinct()}`.all<TextKey>()
    const stretch = candidates.length < maxCandidates ? { range, rest: null } : splitAt(range, candidates.at(-1)!.id)
    if (candidates.length === 0) return { keys: '[]', amount: 0, ...stretch }
    const ids = candidates.map(({ id }) => id)
    const { texts, matches } = await this.ask<OldMatches>((object) => object.compare([wordSearch(search)], ids))
    assertHasAll(texts, candidates)
    const matching = new Set(matches[0])
    const found = candidates.filter(({ id }) => matching.has(id)).map(({ id, last_edit_at }) => [id, last_edit_at])
    return { keys: JSON.stringify(found), amount: found.length, ...stretch }
  }

  private ask<T>(question: Parameters<typeof askOldTexts<T>>[2]): Promise<T> {
    return askBesidePrimary(this.sql, this.viewer, question)
  }
}

/**
 * Asks the object, if the database is read from its primary. Otherwise the request starts over: a replica may not have a text yet that
 * has come back, and that the object no longer has.
 */
export function askBesidePrimary<T>(
  { objects }: Sql,
  { realm_id }: Viewer,
  question: Parameters<typeof askOldTexts<T>>[2],
): Promise<T> {
  if (objects === undefined) throw oldTextsUnavailable()
  if (objects.isBesideReplica()) throw oldTextMissing()
  return askOldTexts<T>(objects, realm_id, question)
}

/** A search as the object compares texts with it. */
export const wordSearch = ({ words, phrases }: Search) => ({
  match: expressionOfOld({ words, sender_id: null, recipient_ids: null, topic_key: null }),
  phrases,
})

const withIds = (range: IdRange): IdRange | null => (range.low < range.high ? range : null)

/** The part of a range up to and including this id, and the rest of it. */
const splitAt = (range: IdRange, id: number): Pick<Stretch, 'range' | 'rest'> =>
  range.descending
    ? { range: { ...range, low: id }, rest: withIds({ ...range, high: id }) }
    : { range: { ...range, high: id + 1 }, rest: withIds({ ...range, low: id + 1 }) }

/** How many hits to ask for, if `missing` matches are wanted, and `hitsFound` of the `hitsRead` hits before were matches. */
const hitsToAskFor = (missing: number, hitsRead: number, hitsFound: number): number =>
  hitsRead === 0 ? missing : Math.ceil((missing * (hitsRead + 1)) / (hitsFound + 1))

/**
 * Fails if a match that the database had before is in neither answer, because its text moved after the object was asked. The request
 * starts over then.
 */
function assertNoneLost(
  before: readonly { id: number }[],
  found: readonly { id: number }[],
  { range, isFull }: { range: IdRange; isFull: boolean },
): void {
  const ids = new Set(found.map(({ id }) => id))
  const last = found.at(-1)?.id
  const isBeyond = (id: number) => isFull && (range.descending ? id < last! : id > last!)
  const isLost = ({ id }: { id: number }) => id >= range.low && id < range.high && !ids.has(id) && !isBeyond(id)
  if (before.some(isLost)) throw oldTextMissing()
}

/** Fails if the object lacks a text that a row says it has. */
export function assertHasAll(texts: readonly TextKey[], keys: readonly TextKey[]): void {
  const edits = new Map(texts.map(({ id, last_edit_at }) => [id, last_edit_at]))
  if (keys.some(({ id, last_edit_at }) => edits.get(id) !== last_edit_at)) throw oldTextMissing()
}

/** The refusal of a search whose page would be empty although there may be matches. A client could not go on from an empty page. */
export const searchTooBroad = () =>
  refused('Too many messages have these words for looking at all of them: add a word, a stream or a sender', {
    code: 'SEARCH_TOO_BROAD',
  })
