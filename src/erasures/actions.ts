import { assertOwner } from '../accounts/roles'
import { joinSteps, type Change, type Step, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { sendDirectNotices } from '../messages/direct-notices'
import { deactivation } from '../users/deactivation'
import { erasedName, isErased } from '../users/erased'
import { activeBotsOf, activeOwners, isOnlyOwner, userById, type UserRow } from '../users/queries'
import { anonymization } from './anonymization'
import { stepOf } from './jobs'
import { beginErasure } from './writes'

interface EraseInput {
  user_id: number
  messages: 'keep' | 'delete'
}

/**
 * Erases the data of a person or a bot for good (behaviour, Erased accounts). The account is deactivated and loses its name at
 * once; the rest goes step by step (`step-actions.ts`). Of an erased account, the messages can still be deleted.
 */
export async function eraseUser(turn: Turn, { user_id, messages }: EraseInput): Promise<Change> {
  const { actor, cached, sql, realm_id, now } = turn
  assertOwner(actor)
  const target = await cached(userById, realm_id, user_id)
  if (target === null || target.is_system_bot) throw refused('No such user')
  if (target.is_active && (await isOnlyOwner(sql, realm_id, target)))
    throw refused('Cannot delete the data of the only organization owner')
  const shown = isErased(target) ? target : { ...target, ...(await erasedName(sql, target)) }
  const leaving = target.is_active ? [...(await activeBotsOf(sql, realm_id, user_id)), shown] : []
  const ended = leaving.length === 0 ? null : await deactivation(turn, leaving)
  const erasure: Step = {
    writes: [beginErasure(user_id, messages === 'delete', now)],
    jobs: [stepOf({ user_id, afterFile: 0 })],
  }
  return {
    ...joinSteps(
      ended,
      isErased(target) ? null : await anonymization(turn, target, shown),
      await noticesToOwners(turn, shown, messages),
      erasure,
    ),
    ...(ended?.endsQueues !== undefined && { endsQueues: ended.endsQueues }),
    result: {},
  }
}

/** Tells the other owners who erased an account. The former name is not in it. */
async function noticesToOwners(turn: Turn, { id, full_name }: UserRow, messages: 'keep' | 'delete'): Promise<Step> {
  const { actor, cached, sql, realm_id } = turn
  const others = (await activeOwners(sql, realm_id)).filter((owner) => owner !== actor.id && owner !== id)
  const people = await Promise.all(others.map((owner) => cached(userById, realm_id, owner)))
  const ofMessages = messages === 'delete' ? 'Its messages are being deleted, too.' : 'Its messages stay.'
  const content = `@_**${actor.full_name}|${actor.id}** deleted the data of an account, which is now called “${full_name}”. ${ofMessages}`
  return sendDirectNotices(
    turn,
    people.flatMap((to) => (to === null ? [] : [{ to, content }])),
  )
}
