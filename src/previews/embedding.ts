import { shareOf } from '../accounts/account'
import type { Turn, Job } from '../core/turn/change'
import { withPages } from '../markdown/render'
import { outsideAddress, ownHosts } from './addresses'
import type { Unknown } from './jobs'
import { rememberedPages, type Remembered } from './queries'

/** A message as it was rendered. */
interface Linking {
  html: string
  /** Addresses of pages that it links to. */
  pages: readonly string[]
}

const hour = 3600
const day = 24 * hour

/** How long what is known of a page is good. */
export const lasts = { something: day, nothing: hour }

/** Pages that are looked up for one organization in a day. */
const lookUps = { most: 1000, seconds: day }

/** A message's HTML with what is known already of pages that it links to. */
export async function embedded(turn: Turn, { html, pages }: Linking): Promise<string> {
  if (pages.length === 0) return html
  const remembered = await turn.cached(rememberedPages, turn.realm_id)
  return withPages(html, pages, (href) => remembered.get(href)?.page ?? null)
}

/** Has the pages looked up of which nothing is known, or nothing new; `showPages` shows them then. */
export async function lookUp(turn: Turn, message_id: number, pages: readonly string[]): Promise<Job[]> {
  if (pages.length === 0) return []
  const { actor, cached, realm_id, now, facts, env, attempts } = turn
  const owner_id = shareOf(actor)
  // A preview less does no harm.
  if (!turn.jobs.hasRoom(owner_id)) return []
  const remembered = await cached(rememberedPages, realm_id)
  const own = ownHosts(facts.origin, env)
  const urls: string[] = []
  for (const url of pages) {
    if (isFresh(remembered.get(url), now) || outsideAddress(url, undefined, own) === null) continue
    if (!attempts.mayTake('pages', lookUps)) break
    urls.push(url)
  }
  const payload: Unknown = { message_id, urls, owner_id, origin: facts.origin }
  return urls.length === 0 ? [] : [{ kind: 'lookUpPages', payload }]
}

const isFresh = (remembered: Remembered | undefined, now: number): boolean =>
  remembered !== undefined && now - remembered.fetched_at < (remembered.page === null ? lasts.nothing : lasts.something)
