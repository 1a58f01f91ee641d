import { deletePushTokens } from './writes'
import { assertHuman } from '../accounts/account'
import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { pushTokens, type PushService } from './queries'

/** Maximal number of a user's devices at one service. A further device replaces the oldest one. */
const maxDevices = 100

interface Device {
  service: PushService
  token: string
}

/** Registers a device for push notifications. Registering it again is no error (endpoints, Own account). */
export async function addPushToken(
  { actor, sql, now }: Turn,
  { service, token, app_id }: Device & { app_id: string | null },
): Promise<Change> {
  assertHuman(actor)
  assertToken({ service, token })
  const others = (await pushTokens(sql, actor.id, service)).filter((other) => other !== token)
  const dropped = others.slice(0, Math.max(0, others.length + 1 - maxDevices))
  return {
    writes: [
      ...(dropped.length > 0 ? [deletePushTokens(actor.id, service, dropped)] : []),
      fragment`
        insert into push_token (user_id, service, token, app_id, registered_at)
        values (${actor.id}, ${service}, ${token}, ${app_id}, ${now})
        on conflict (user_id, service, token)
        do update set app_id = excluded.app_id, registered_at = excluded.registered_at`,
    ],
    result: {},
  }
}

/** Removes a device of the actor. */
export async function removePushToken({ actor, sql }: Turn, { service, token }: Device): Promise<Change> {
  assertHuman(actor)
  assertToken({ service, token })
  if (!(await pushTokens(sql, actor.id, service)).includes(token)) throw refused('Token does not exist')
  return { writes: [deletePushTokens(actor.id, service, [token])], result: {} }
}

/** Refuses a token of Apple's that is not in Base64. */
function assertToken({ service, token }: Device): void {
  if (service === 'apns' && !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(token))
    throw refused('Invalid APNS token')
}
