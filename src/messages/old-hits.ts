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

/** After so long, the object is not asked again for a page. */
const maxSearchMs = 5000

/** Places that a search names as words of the index. */
const maxPlaceWords = 100

/** Hits that the database decides about after one answer of the object. */
const maxHitsOfAnswer = 5000

/** Messages that the object compares with a search at once. */
const maxCompared = 1000

/** What is searched for, and how the database finds it. */
interface OldQuery extends Pick<Plan, 'sender_id'> {
  readonly branch: OldBranch
  readonly search: Search
}

/** Ids in which all matches with old texts are known. */
interface Stretch {
  readonly range: IdRange
  /** As `FoundKeys.keys`: they have the words. The database has to decide about all other conditions. */
  readonly keys: string
  readonly amount: number
  /** What remains beyond these ids; null: nothing. */
  readonly rest: IdRange | null
}

/** One side of a page, or what is searched for its first match. */
export interface SideOptions<T> {
  /** The ids of the side, read from the anchor. */
  readonly range: IdRange
  /** How many matches are wanted, beside the anchor. */
  readonly limit: number
  /** The matches whose texts are in the database, in the order of the range: the first ones, or all if they are fewer than `limit`. */
  readonly stored: readonly T[]
  /** The id at which the range begins, if that message is wanted, too. */
  readonly anchor: number | null
  /** How often the object may be asked. */
  readonly maxSearches: number
  /** The first rows of a source. */
  readonly rowsOf: (source: MessageSource, limit: number) => Promise<T[]>
}

/** The matches of one side, in the order of its range. */
interface Side<T> {
  readonly rows: readonly T[]
  /** There are no further ones. */
  readonly isComplete: boolean
  /** There may be further ones, but the object was asked as often, or for as long, as it may be. */
  readonly isCutShort: boolean
}

/** How to find the matches of a search that have old texts; null: there can be none. */
export async function oldHitsOf(
  sql: Sql,
  viewer: Viewer,
  { search, sender_id }: Pick<Plan, 'search' | 'sender_id'>,
  branch: Branch | undefined,
): Promise<OldHits | null> {
  if (search === null || branch?.old == null) return null
  const scope = await oldScope(sql, viewer, branch.old)
  return scope && new OldHits(sql, viewer, { search, sender_id, branch: branch.old }, scope)
}

/** Finds the matches of a search that have old texts. */
export class OldHits {
  constructor(
    private readonly sql: Sql,
    private readonly viewer: Viewer,
    private readonly query: OldQuery,
    private readonly scope: OldScope,
  ) {}

  /**
   * Adds matches with old texts to those in the database, which were read before. Each stretch is asked of the object first, and of
   * the database then: so a text that comes back meanwhile is found there.
   */
  async side<T extends { id: number }>({
    range,
    limit,
    stored,
    anchor,
    maxSearches,
    rowsOf,
  }: SideOptions<T>): Promise<Side<T>> {
    const { branch } = this.query
    const { upTo } = this.scope
    const { descending } = range
    const missingTo = (rows: readonly T[]) => limit - rows.filter(({ id }) => id !== anchor).length
    const rowsAbove = stored.filter(({ id }) => id > upTo)
    const old = this.oldPart(range)
    const isFull = descending && missingTo(rowsAbove) <= 0 && !(anchor !== null && anchor <= upTo)
    if (old === null || isFull) return { rows: stored, isComplete: missingTo(stored) > 0, isCutShort: false }
    const rows: T[] = descending ? rowsAbove : []
    let rest: IdRange | null = old
    let hitsRead = 0
    let hitsFound = 0
    const lastSearchAt = Date.now() + maxSearchMs
    for (let searches = 0; rest !== null && searches < maxSearches; searches += 1) {
      const missing = missingTo(rows)
      // The first stretch has the anchor.
      if (searches > 0 && (missing <= 0 || Date.now() > lastSearchAt)) break
      const stretch: Stretch = await this.next(rest, wantedHits(missing + 1, hitsRead, hitsFound))
      const [moved, inDatabase] = await Promise.all([
        stretch.amount === 0 ? [] : rowsOf(branch.among(stretch.keys), missing + 1),
        rowsOf(branch.stored(stretch.range), missing + 1),
      ])
      const found = [...moved, ...inDatabase]
        .toSorted((a, b) => (descending ? b.id - a.id : a.id - b.id))
        .slice(0, missing + 1)
      assertNoneLost(stored, found, { range: stretch.range, isFull: found.length > missing })
      rows.push(...found)
      rest = stretch.rest
      hitsRead += stretch.amount
      hitsFound += moved.length
    }
    if (rest === null && !descending) rows.push(...rowsAbove)
    const areAllRead = rest === null && (descending || missingTo(stored) > 0)
    const isShort = missingTo(rows) > 0
    return { rows, isComplete: areAllRead && isShort, isCutShort: rest !== null && isShort }
  }

  /** The part of a range in which messages may have old texts; null: there is none. */
  private oldPart(range: IdRange): IdRange | null {
    const { floor, upTo } = this.scope
    return withIds({ ...range, low: Math.max(range.low, floor), high: Math.min(range.high, upTo + 1) })
  }

  /** The first stretch of a range. Where the object finds the messages, it has at most `maxFound`. */
  private next(range: IdRange, maxFound: number): Promise<Stretch> {
    const { few } = this.query.branch
    return few === null ? this.found(range, maxFound) : this.chosen(range, few)
  }

  /** What the object finds by the words. */
  private async found(range: IdRange, maxFound: number): Promise<Stretch> {
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
    return { ...found, ...(lastId === null ? { range, rest: null } : cut(range, lastId)) }
  }

  /** What the database finds without the words, as far as the object says that it has the words. */
  private async chosen(range: IdRange, { from, where }: NonNullable<OldBranch['few']>): Promise<Stretch> {
    const { search } = this.query
    const few = fragment`
      select message.id, message.last_edit_at from ${from(range)} ${pageJoin(this.viewer.id)}
      where ${where} limit ${literal(maxCompared)}`
    const candidates = await this.sql`${few.distinct()}`.all<TextKey>()
    const stretch = candidates.length < maxCompared ? { range, rest: null } : cut(range, candidates.at(-1)!.id)
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
 * Asks the object where its answer says what the database has not. It lacks what has come back since a replica was up to date, so the
 * request reads from the primary.
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

/** The part of a range up to this id, which it has, and the part beyond. */
const cut = (range: IdRange, id: number): Pick<Stretch, 'range' | 'rest'> =>
  range.descending
    ? { range: { ...range, low: id }, rest: withIds({ ...range, high: id }) }
    : { range: { ...range, high: id + 1 }, rest: withIds({ ...range, low: id + 1 }) }

/** How many hits the object is asked for if so many matches are missing, and so many of the hits before were matches. */
const wantedHits = (missing: number, hitsRead: number, hitsFound: number): number =>
  hitsRead === 0 ? missing : Math.ceil((missing * (hitsRead + 1)) / (hitsFound + 1))

/**
 * Fails if a match that the database had is gone. If its text moved after the object was asked, it would be in neither answer. The
 * request starts over.
 */
function assertNoneLost(
  stored: readonly { id: number }[],
  found: readonly { id: number }[],
  { range, isFull }: { range: IdRange; isFull: boolean },
): void {
  const ids = new Set(found.map(({ id }) => id))
  const last = found.at(-1)?.id
  const isBeyond = (id: number) => isFull && (range.descending ? id < last! : id > last!)
  const isLost = ({ id }: { id: number }) => id >= range.low && id < range.high && !ids.has(id) && !isBeyond(id)
  if (stored.some(isLost)) throw oldTextMissing()
}

/** Fails if the object lacks a text that a row says it has. */
export function assertHasAll(texts: readonly TextKey[], keys: readonly TextKey[]): void {
  const edits = new Map(texts.map(({ id, last_edit_at }) => [id, last_edit_at]))
  if (keys.some(({ id, last_edit_at }) => edits.get(id) !== last_edit_at)) throw oldTextMissing()
}

/** The refusal of a search whose page would be empty although there may be more. A client could not go on from an empty page. */
export const searchTooBroad = () =>
  refused('Too many messages have these words for looking at all of them: add a word, a stream or a sender', {
    code: 'SEARCH_TOO_BROAD',
  })
