import { type Conversation, type State, withoutSelf } from '../../../../client'

export type Waiting = State['scheduled_messages'][number]

/** The conversation to which a scheduled message will be sent. */
export const conversationTo = ({ to, topic }: Pick<Waiting, 'to' | 'topic'>, own_id: number): Conversation =>
  typeof to === 'number' ? { stream_id: to, topic: topic ?? '' } : { user_ids: withoutSelf(to, own_id) }
