import { useMemo } from 'preact/hooks'
import type { Message, Store } from '../../../../client'
import { texts } from '../../../i18n'
import { useStore } from '../../../session/context'
import { firstWordsOf } from './first-words'

/** The first words of a message, with its author unless the conversation makes that clear. */
function lineOf(message: Message, store: Store): string {
  const { sender_id, stream_id, display_recipient, is_me_message } = message
  if (store.users.isMuted(sender_id)) return texts.message.hidden
  const text = firstWordsOf(message)
  const name = store.users.name(sender_id) ?? message.sender_full_name
  if (is_me_message) return `${name} ${text}`
  if (sender_id === store.user_id) return texts.conversationRow.own(text)
  const isToTwo = stream_id === undefined && display_recipient.length <= 2
  return isToTwo ? text : texts.conversationRow.by(name.split(/\s+/)[0]!, text)
}

/** The first words of a message; empty while it is not held. Renders again when the message changes. */
export function useLastWords(message_id: number): string {
  const store = useStore()
  const message = useMemo(() => store.messages.watch(message_id), [store, message_id]).value
  return message === undefined ? '' : lineOf(message, store)
}

/** Matches a text whose first letter belongs to a right-to-left script, such as Hebrew or Arabic. */
const fromRight = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/** The newest message, beside or below the name of its conversation. It keeps its space while it is empty. */
export const LastWords = ({ children }: { children: string }) => (
  // CSS draws it, because the description of the link already says it.
  <span class="last-words drawn" dir={fromRight.test(children) ? 'rtl' : 'ltr'} data-text={children} />
)
