import { botChanged } from '../bots/events'
import type { Change, Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { userInvalidations } from '../users/invalidation'
import { avatarFields } from '../users/avatars'
import { userChanged } from '../users/events'
import { assertMayChangeAvatar } from './access'

interface ChangedAvatar {
  avatar_url: string
  /** Path of the former picture, which can be deleted; null if there was none. */
  replaced: string | null
}

/** Sets the path of the actor's picture, which is stored already; null removes the picture (endpoints, Own account). */
export async function changeAvatar(
  turn: Turn,
  { avatar_path }: { avatar_path: string | null },
): Promise<Change<ChangedAvatar>> {
  const { actor, realm_id } = turn
  assertMayChangeAvatar(actor)
  const avatar_version = actor.avatar_version + 1
  const fields = avatarFields({ ...actor, avatar_path, avatar_version })
  const { id: user_id, bot_type } = actor
  const { avatar_url } = fields
  return {
    writes: [
      fragment`
        update user set avatar_path = ${avatar_path}, avatar_version = ${avatar_version}
        where id = ${user_id}`,
    ],
    result: { avatar_url, replaced: actor.avatar_path },
    events: [
      await userChanged(turn, { user_id, ...fields }),
      ...(bot_type === null ? [] : [await botChanged(turn, actor, { user_id, avatar_url })]),
    ],
    invalidates: userInvalidations(realm_id, user_id),
  }
}
