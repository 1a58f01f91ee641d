import { foldCase } from '../core/base/unicode'
import { fragment } from '../core/sql/sql'
import { tell, joinSteps, type Job, type OutgoingEvent, type Step, type Turn } from '../core/turn/change'
import { invalidation } from '../core/turn/query-cache'
import { botAdded } from '../bots/events'
import { botById } from '../bots/queries'
import { invitesChanged } from '../invites/actions'
import { isInvited } from '../invites/queries'
import { forgetPresence } from '../presence/forgetting'
import { valuesOfUser } from '../profile-fields/queries'
import { recentMarks } from '../read-state/recent-marks'
import { keepRecent } from '../read-state/writes'
import { endSessionRows } from '../sessions/grant'
import { sessionsOf } from '../sessions/queries'
import { userSettings } from '../settings/queries'
import { pictureKey } from '../uploads/pictures'
import { membersOfGroup } from '../user-groups/queries'
import { deleteMembers } from '../user-groups/writes'
import { everyone } from '../users/audience'
import { avatarFields } from '../users/avatars'
import { userChanged } from '../users/events'
import { userInvalidations } from '../users/invalidation'
import type { UserRow } from '../users/queries'
import { groupsOf } from './queries'
import { deleteAccess, deleteInvitationsTo, deleteVisible } from './writes'

/** Takes everything from an account that others can see or that lets somebody in. `shown` has its new name and address. */
export async function anonymization(
  turn: Turn,
  target: UserRow,
  { full_name, email }: Pick<UserRow, 'full_name' | 'email'>,
): Promise<Step> {
  const { sql, realm_id } = turn
  const { id: user_id } = target
  const after: UserRow = {
    ...target,
    full_name,
    email,
    delivery_email: email,
    timezone: '',
    avatar_path: null,
    avatar_version: target.avatar_version + 1,
  }
  const row: Step = {
    writes: [
      fragment`
        update user set
          full_name = ${full_name}, name_key = ${foldCase(full_name)}, email = ${email}, delivery_email = ${email},
          timezone = '', settings = '{}', avatar_path = null, avatar_version = ${after.avatar_version}
        where id = ${user_id}`,
      ...deleteVisible(user_id),
      ...deleteAccess(user_id),
    ],
    events: await events(turn, target, after),
    invalidates: [...userInvalidations(realm_id, user_id), invalidation(userSettings, user_id)],
    jobs: target.avatar_path === null ? [] : [pictureDeletion(target.avatar_path)],
  }
  return joinSteps(
    row,
    endSessionRows(await sessionsOf(sql, user_id)),
    await noGroups(turn, user_id),
    await noInvitations(turn, target),
    await noRecentMarks(turn, user_id),
    await forgetPresence(turn, user_id),
  )
}

const pictureDeletion = (path: string): Job => ({ kind: 'deleteFiles', payload: { keys: [pictureKey(path)] } })

/** One event for each group of fields, as after changes by the person. */
async function events(turn: Turn, target: UserRow, after: UserRow): Promise<OutgoingEvent[]> {
  const { id: user_id, full_name, email } = after
  const values = await valuesOfUser(turn.sql, turn.realm_id, user_id)
  const changes = [
    { full_name },
    { new_email: email },
    avatarFields(after),
    ...(target.timezone === '' ? [] : [{ timezone: '', email }]),
    ...values.map(({ field_id }) => ({ custom_profile_field: { id: field_id, value: null } })),
  ]
  const events = await Promise.all(changes.map((change) => userChanged(turn, { user_id, ...change })))
  return target.bot_type === null ? events : [...events, await ofBot(turn, after)]
}

/** The bot as its owner and administrators see it from now on. */
async function ofBot(turn: Turn, after: UserRow): Promise<OutgoingEvent> {
  const bot = (await botById(turn.sql, turn.realm_id, after.id))!
  return botAdded(turn, {
    ...bot,
    ...after,
    bot_type: bot.bot_type,
    is_active: 0,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: 0,
    payload_url: null,
  })
}

async function noGroups(turn: Turn, user_id: number): Promise<Step> {
  const { sql, realm_id } = turn
  const groups = await groupsOf(sql, realm_id, user_id)
  const all = await everyone(turn)
  return {
    writes: groups.flatMap((group_id) => deleteMembers(group_id, [user_id])),
    events: groups.map((group_id) =>
      tell(all, { type: 'user_group', op: 'remove_members', group_id, user_ids: [user_id] }),
    ),
    invalidates: groups.map((group_id) => invalidation(membersOfGroup, group_id)),
  }
}

async function noInvitations(turn: Turn, { delivery_email }: UserRow): Promise<Step> {
  const { sql, realm_id } = turn
  const isListed = await isInvited(sql, realm_id, delivery_email)
  return {
    writes: [deleteInvitationsTo(realm_id, delivery_email)],
    events: isListed ? await invitesChanged(turn) : [],
  }
}

async function noRecentMarks({ cached, realm_id }: Turn, user_id: number): Promise<Step | null> {
  const { [user_id]: own, ...others } = (await cached(recentMarks, realm_id)).words
  if (own === undefined) return null
  return { writes: [keepRecent(realm_id, others, '')], invalidates: [invalidation(recentMarks, realm_id)] }
}
