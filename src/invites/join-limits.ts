import type { Hashing } from '../auth/passwords-object'
import { hashOfKey } from '../auth/keys'
import type { AttemptLimit } from '../core/turn/change'

const hour = 3600

/**
 * Attempts to join by one link for many. A hundred people who are shown it at once are in within two hours, or within five
 * when all come from one network; somebody who finds it makes no more than that.
 */
const byLink: AttemptLimit = { most: 60, seconds: hour }

/** Attempts by invitations from one network: fewer than by a link, so that nobody alone uses that up for the others. */
const invited: AttemptLimit = { most: 20, seconds: hour }

/** Attempts without an invitation from one network. */
const uninvited: AttemptLimit = { most: 10, seconds: 24 * hour }

/** What somebody who joins is counted by: the link, where they have one, and the network. */
export function joinCounts(invitation_key: string | undefined, address: string | null): Hashing['counts'] {
  const isInvited = invitation_key !== undefined
  return [
    ...(isInvited ? [[`link ${hashOfKey(invitation_key)}`, byLink] as const] : []),
    ...(address === null ? [] : [[`join ${address}`, isInvited ? invited : uninvited] as const]),
  ]
}
