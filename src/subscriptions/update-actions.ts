import { joinSteps, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { prepareSubscriptions, type SubscribeInput, type SubscribeResult } from './actions'
import { unsubscribeFromStreams, type UnsubscribeResult } from './unsubscribe-actions'

interface ChangeSubscriptionsInput {
  add: SubscribeInput['subscriptions']
  delete: string[]
}

/**
 * Subscribes the actor to some streams and then unsubscribes them from others, all or nothing (endpoints, Subscriptions). A
 * stream in both lists is joined and left.
 */
export async function changeSubscriptions(
  turn: Turn,
  input: ChangeSubscriptionsInput,
): Promise<Change<Partial<SubscribeResult & UnsubscribeResult>>> {
  if (input.add.length === 0 && input.delete.length === 0)
    throw refused('Nothing to do. Specify at least one of "add" or "delete".')
  const addition =
    input.add.length === 0 ? null : await prepareSubscriptions(turn, { ...defaultOptions, subscriptions: input.add })
  const removal =
    input.delete.length === 0
      ? null
      : await unsubscribeFromStreams(turn, { subscriptions: input.delete, principals: [] }, addition?.added)
  return { ...joinSteps(addition?.change ?? null, removal), result: { ...addition?.change.result, ...removal?.result } }
}

/** Options of new streams, which this endpoint does not have. */
const defaultOptions: Omit<SubscribeInput, 'subscriptions'> = {
  principals: [],
  authorization_errors_fatal: true,
  announce: false,
  invite_only: false,
  is_web_public: false,
  stream_post_policy: 1,
  message_retention_days: 'realm_default',
}
