import { sharesOf } from '../accounts/account'
import { attemptLimits } from '../accounts/limit-room'
import type { Turn, Job } from '../core/turn/change'
import { daySeconds } from '../core/base/units'
import { withPages } from '../markdown/render'
import { outsideAddress, ownHosts } from './addresses'
import type { UnknownPages } from './jobs'
import { fetchedPages, type FetchedPage } from './queries'

/** HTML of a message, and its linked pages. */
interface LinkingHtml {
  html: string
  /** Addresses of the pages. */
  pages: readonly string[]
}

/** Seconds after which a page is fetched again: a page with a preview, and a page without one. */
export const refetchSeconds = { something: daySeconds, nothing: 3600 }

/** HTML of a message with previews of those pages that are cached. */
export async function htmlWithPreviews(turn: Turn, { html, pages }: LinkingHtml): Promise<string> {
  if (pages.length === 0) return html
  const cachedPages = await turn.cached(fetchedPages, turn.realm_id)
  return withPages(html, pages, (href) => cachedPages.get(href)?.page ?? null)
}

/** The job that fetches the pages that are not cached, or not lately; `showPages` then adds their previews. */
export async function previewJobs(turn: Turn, message_id: number, pages: readonly string[]): Promise<Job[]> {
  if (pages.length === 0) return []
  const { actor, cached, realm_id, now, facts, env, attempts } = turn
  const shares = sharesOf(actor)
  // A missing preview does no harm.
  if (!turn.jobs.hasRoom(shares)) return []
  const cachedPages = await cached(fetchedPages, realm_id)
  const own = ownHosts(facts.origin, env)
  const unknown = pages.filter(
    (url) => !isFresh(cachedPages.get(url), now) && outsideAddress(url, undefined, own) !== null,
  )
  const urls = unknown.slice(0, attempts.takeUpTo(unknown.length, attemptLimits(actor, 'linkPreviews')))
  const payload: UnknownPages = { message_id, urls, owner_id: shares[0], pool: shares[1], origin: facts.origin }
  return urls.length === 0 ? [] : [{ kind: 'lookUpPages', payload }]
}

const isFresh = (fetched: FetchedPage | undefined, now: number): boolean =>
  fetched !== undefined &&
  now - fetched.fetched_at < (fetched.page === null ? refetchSeconds.nothing : refetchSeconds.something)
