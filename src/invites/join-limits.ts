import type { Hashing } from '../auth/passwords-object'
import { hashOfKey } from '../auth/keys'
import type { AttemptLimit } from '../core/turn/change'

const hour = 3600

/**
 * Attempts to join by one link for many. A hundred people who get it at once have joined within two hours, or within five
 * if all come from one network. A stranger who finds the link cannot make accounts any faster.
 */
const byLink: AttemptLimit = { maxAttempts: 60, seconds: hour }

/** Attempts by invitations from one network: fewer than by one link, so that one network cannot use up the link for all. */
const invited: AttemptLimit = { maxAttempts: 20, seconds: hour }

/** Attempts without an invitation from one network. */
const uninvited: AttemptLimit = { maxAttempts: 10, seconds: 24 * hour }

/** Counters of an attempt to join: by the link, if there is one, and by the network. */
export function joinCounts(invitation_key: string | undefined, address: string | null): Hashing['counts'] {
  const isInvited = invitation_key !== undefined
  return [
    ...(isInvited ? [[`link ${hashOfKey(invitation_key)}`, byLink] as const] : []),
    ...(address === null ? [] : [[`join ${address}`, isInvited ? invited : uninvited] as const]),
  ]
}
