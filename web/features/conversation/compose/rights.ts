import type { Conversation } from '../../../../client'
import { admits, hasAccess, isFull, roleOf } from '../../../session/policies'
import { words } from '../../../i18n/words'
import { streamsOf } from './names'
import type { Writer } from './recipient'

type Store = Writer['store']

/** Texts for those who may not post, by `stream_post_policy`. The codes are those of policies (objects, Stream). */
const refusals = { 2: 'administratorsOnly', 3: 'fullMembersOnly', 4: 'moderatorsOnly' } as const

/** The least powerful role that each `wildcard_mention_policy` admits (behaviour, Policies). */
const mentioners: Readonly<Record<number, number>> = { 1: 600, 2: 400, 3: 400, 4: 200, 5: 200, 6: 0, 7: 300 }

/** The policy that admits only full members. */
const fullMembers = 3

/** In streams with up to this many members, everybody may mention all (behaviour, Sending). */
const small = 15

/** Why the user may not post in a conversation; null if they may. */
export function whyNot(to: Conversation, store: Store): string | null {
  const { compose: t } = words
  if ('user_ids' in to) {
    const gone = store.state.realm_non_active_users.value.find(({ user_id }) => to.user_ids.includes(user_id))
    return gone ? t.gone(gone.full_name) : null
  }
  const stream = streamsOf(store).find(({ stream_id }) => stream_id === to.stream_id)
  if (stream === undefined) return null
  if (!hasAccess(to, store)) return t.membersOnly
  const policy = stream.stream_post_policy as 1 | keyof typeof refusals
  return policy === 1 || admits(policy, store) ? null : t[refusals[policy]]
}

/** Whether the user may mention all members of a stream that has this many. */
export function mayMentionAll(members: number, store: Store): boolean {
  const policy = store.state.realm_wildcard_mention_policy.value
  return members <= small || (roleOf(store) <= (mentioners[policy] ?? 0) && (policy !== fullMembers || isFull(store)))
}

/** Whether a mention of all reaches enough people to warn the user. */
export const isMany = (members: number): boolean => members > small
