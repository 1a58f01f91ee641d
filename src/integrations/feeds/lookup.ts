import { refused } from '../../core/base/errors'
import type { RequestContext } from '../../core/http/endpoint'
import { partsIn } from '../../core/jobs/parts'
import type { FoundFeed } from './polling'
import type { ChosenFeed } from './setup'

type Context = Pick<RequestContext<never>, 'env' | 'facts' | 'realm' | 'viewer'>

/**
 * Finds the feed at an address that somebody chose; refuses with what is wrong there. The realm's object fetches and reads it in an
 * event of its own, because that takes more processor time than the Worker has.
 */
export async function chosenFeed(
  { env, facts: { origin }, realm, viewer }: Context,
  { feed_url, bot_id }: { feed_url: string; bot_id: number | null },
): Promise<ChosenFeed> {
  const { realm_id } = await viewer()
  await realm.perform('beginFeedLookup', { bot_id })
  const found = (await partsIn(env, realm_id)('findFeed', { address: webAddress(feed_url), origin })) as FoundFeed
  if ('problem' in found) {
    const { problem, reason } = found.problem
    throw refused(`The feed cannot be read: ${problem}`, { reason })
  }
  return found
}

/** An address as people write it: with `feed:` in place of its scheme, or without one. */
function webAddress(text: string): string {
  const address = text
    .trim()
    .replace(/^feed:(?:\/\/)?(?=https?:)/i, '')
    .replace(/^feed:/i, 'https:')
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`
}
