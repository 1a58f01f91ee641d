import type { Message } from '../../../../client'
import { unresolved } from '../../../routes/routes'

type Edit = NonNullable<Message['edit_history']>[number]

/** Whether an edit took a message elsewhere. A topic that is resolved, or not any more, stays where it is. */
export const isMove = ({ prev_stream, prev_topic = '', topic = '' }: Edit): boolean =>
  prev_stream !== undefined || unresolved(prev_topic) !== unresolved(topic)

const isEdit = ({ prev_content }: Edit): boolean => prev_content !== undefined

/** What is said beside a message of its edits, and when the last of them was, in seconds; null if nothing is. */
export function labelOf({ last_edit_timestamp, edit_history }: Message): readonly ['edited' | 'moved', number] | null {
  if (last_edit_timestamp === undefined) return null
  if (edit_history === undefined) return ['edited', last_edit_timestamp]
  const last = edit_history.find((one) => isEdit(one) || isMove(one))
  return last ? [edit_history.some(isEdit) ? 'edited' : 'moved', last.timestamp] : null
}
