import { endOffersOfDeactivated } from '../bot-offers/ending'
import { deleteScheduledOf } from '../scheduled/writes'
import { endBegun } from '../sessions/begun'
import { deletePasswordResets } from '../password-resets/writes'
import { revokeInvitationsOf } from '../invites/writes'
import { invalidation } from '../core/turn/query-cache'
import { accountDeactivated } from '../accounts/account'
import { botRemoved } from '../bots/events'
import { joinSteps, type Change, type Step, type OutgoingEvent, type Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { invitesChanged } from '../invites/actions'
import { openInvitations } from '../invites/queries'
import { newcomersChanged } from '../newcomers/events'
import { nextDelivery } from '../scheduled/queries'
import { subscriberInvalidations } from '../subscriptions/invalidation'
import { subscriptionsEver } from '../subscriptions/queries'
import { suspendSubscriptions } from '../subscriptions/suspension'
import { userInvalidations } from './invalidation'
import { userRemoved } from './events'
import type { UserRow } from './queries'
import { isAdministrator } from '../accounts/roles'

/**
 * Deactivates people and bots together. From the commit on, their keys and queues are refused (behaviour, Deactivated
 * users). Subscriptions, roles and settings stay, for a reactivation; their scheduled messages are deleted.
 */
export async function deactivation(turn: Turn, users: readonly UserRow[]): Promise<Omit<Change, 'result'>> {
  const { sql, realm_id } = turn
  const ids = users.map(({ id }) => id)
  const stream_ids = new Set([...(await subscriptionsEver(sql, ids)).values()].flatMap((own) => [...own.keys()]))
  const events: OutgoingEvent[] = []
  for (const user of users) {
    events.push(await userRemoved(turn, user, ids))
    if (user.bot_type !== null) events.push(await botRemoved(turn, user, ids))
  }
  if (users.some(({ sponsor_id }) => sponsor_id !== null)) events.push(await newcomersChanged(turn))
  const rows: Step = {
    writes: [
      fragment`update user set is_active = 0 where id in (select value from json_each(${JSON.stringify(ids)}))`,
      ...suspendSubscriptions(ids, { now: turn.now, next_message_id: turn.upcoming('message') }),
      deleteScheduledOf(ids),
      deletePasswordResets(ids),
    ],
    events,
    invalidates: [
      invalidation(nextDelivery, realm_id),
      ...ids.flatMap((id) => userInvalidations(realm_id, id)),
      ...[...stream_ids].flatMap(subscriberInvalidations),
    ],
  }
  const revocations: (Step | null)[] = []
  // Of bots, only administrators invite: by links for many.
  for (const user of users)
    if (user.bot_type === null || isAdministrator(user)) revocations.push(await revocation(turn, user.id))
  return {
    ...joinSteps(
      rows,
      await endBegun(turn, users, { isDeactivation: true }),
      await endOffersOfDeactivated(turn, ids),
      ...revocations,
    ),
    endsQueues: { users: ids, refusal: accountDeactivated().refusal },
  }
}

/** Revokes the open invitations of a user; null if there are none. */
async function revocation(turn: Turn, inviter_id: number): Promise<Step | null> {
  const { sql, realm_id, now } = turn
  const invitations = await openInvitations(sql, realm_id, { now, inviter_id })
  if (invitations.length === 0) return null
  return { writes: [revokeInvitationsOf(realm_id, inviter_id)], events: await invitesChanged(turn) }
}
