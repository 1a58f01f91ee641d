import type { Message } from '../../../../client'
import { unresolvedTopic } from '../../../routes/routes'

type Edit = NonNullable<Message['edit_history']>[number]

/** Whether an edit moved the message. Resolving a topic, or undoing that, is no move. */
export const isMove = ({ prev_stream, prev_topic = '', topic = '' }: Edit): boolean =>
  prev_stream !== undefined || unresolvedTopic(prev_topic) !== unresolvedTopic(topic)

const isEdit = ({ prev_content }: Edit): boolean => prev_content !== undefined

/** The label of an edited or moved message, and when that was last, in seconds; null if it has no label. */
export function labelOf({ last_edit_timestamp, edit_history }: Message): readonly ['edited' | 'moved', number] | null {
  if (last_edit_timestamp === undefined) return null
  if (edit_history === undefined) return ['edited', last_edit_timestamp]
  const last = edit_history.find((one) => isEdit(one) || isMove(one))
  return last ? [edit_history.some(isEdit) ? 'edited' : 'moved', last.timestamp] : null
}
