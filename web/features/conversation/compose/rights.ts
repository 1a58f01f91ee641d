import { hasAccess, mayPost, postPolicies } from '../../../../client/policies'
import type { Conversation } from '../../../../client'
import { texts } from '../../../i18n'
import type { Writer } from './recipient'

const { administrators, fullMembers, moderators } = postPolicies

/** Texts for those who may not post, by `stream_post_policy`. */
const refusals = {
  [administrators]: 'administratorsOnly',
  [fullMembers]: 'fullMembersOnly',
  [moderators]: 'moderatorsOnly',
} as const

/** Why the user may not post in a conversation; null if they may. */
export function postingProblem(to: Conversation, store: Writer['store']): string | null {
  const { compose: t } = texts
  if ('user_ids' in to) {
    const gone = store.state.realm_non_active_users.value.find(({ user_id }) => to.user_ids.includes(user_id))
    return gone ? t.gone(store.users.name(gone.user_id)!) : null
  }
  const stream = store.streams.get(to.stream_id)
  if (stream === undefined || mayPost(stream, store)) return null
  return hasAccess(to, store) ? t[refusals[stream.stream_post_policy as keyof typeof refusals]] : t.membersOnly
}
