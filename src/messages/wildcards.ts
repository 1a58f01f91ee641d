import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { isAdministrator } from '../accounts/roles'

/** Maximal number of subscribers of a stream in which everybody may use wildcard mentions. */
const smallStream = 15

/** Codes of `wildcard_mention_policy` that differ from the common ones. */
const wildcardPolicy = {
  everyone: 1,
  members: 2,
  fullMembers: 3,
  streamAdministrators: 4,
  administrators: 5,
  nobody: 6,
  moderators: 7,
}

/** Refuses a wildcard mention in a stream with this many subscribers, unless the realm admits it (behaviour, Sending). */
export function assertMayMentionAll({ actor, now }: Pick<Turn, 'actor' | 'now'>, subscribers: number): void {
  if (subscribers <= smallStream) return
  const policy = settingsOf(actor).wildcard_mention_policy
  const admitted =
    policy === wildcardPolicy.everyone ||
    (policy === wildcardPolicy.members && policyAdmits(1, actor, now)) ||
    (policy === wildcardPolicy.fullMembers && policyAdmits(3, actor, now)) ||
    (policy === wildcardPolicy.moderators && policyAdmits(4, actor, now)) ||
    ((policy === wildcardPolicy.streamAdministrators || policy === wildcardPolicy.administrators) &&
      isAdministrator(actor))
  if (!admitted) throw refused('You do not have permission to use wildcard mentions in this stream.')
}
