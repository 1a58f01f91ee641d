import { together, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { foldCase } from '../core/base/unicode'
import { subscribeToStreams, type SubscribeInput, type SubscribeResult } from './actions'
import { unsubscribeFromStreams, type UnsubscribeResult } from './unsubscribe-actions'

interface BothInput {
  add: SubscribeInput['subscriptions']
  delete: string[]
}

/** Subscribes the actor to some streams and unsubscribes them from others, all or nothing (endpoints, Subscriptions). */
export async function changeSubscriptions(
  turn: Turn,
  input: BothInput,
): Promise<Change<Partial<SubscribeResult & UnsubscribeResult>>> {
  if (input.add.length === 0 && input.delete.length === 0)
    throw refused('Nothing to do. Specify at least one of "add" or "delete".')
  const leaving = new Set(input.delete.map((name) => foldCase(name.trim())))
  const both = input.add.find(({ name }) => leaving.has(foldCase(name.trim())))
  if (both !== undefined) throw refused(`Stream '${both.name}' is both to be added and to be deleted`)

  const added =
    input.add.length === 0 ? null : await subscribeToStreams(turn, { ...ordinary, subscriptions: input.add })
  const deleted =
    input.delete.length === 0
      ? null
      : await unsubscribeFromStreams(turn, { subscriptions: input.delete, principals: [] })
  return { ...together(added, deleted), result: { ...added?.result, ...deleted?.result } }
}

/** New streams are as usual. */
const ordinary: Omit<SubscribeInput, 'subscriptions'> = {
  principals: [],
  authorization_errors_fatal: true,
  announce: false,
  invite_only: false,
  is_web_public: false,
  stream_post_policy: 1,
  message_retention_days: 'realm_default',
}
