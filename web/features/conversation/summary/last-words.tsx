import { useMemo } from 'preact/hooks'
import type { Message, Store } from '../../../../client'
import { laterWords } from '../../../i18n/later-words'
import { everybody, isMuted } from '../../people'
import { useStore } from '../../../session/context'
import { words } from '../../../i18n/words'
import { firstWordsOf } from './first-words'

/** Who wrote a message, if that is not clear from the conversation, and its first words. */
function lineOf(message: Message, store: Store): string {
  const { sender_id, stream_id, display_recipient, is_me_message } = message
  if (isMuted(store, sender_id)) return words.message.hidden
  const text = firstWordsOf(message)
  const name = everybody(store).value.get(sender_id)?.full_name ?? message.sender_full_name
  if (is_me_message) return `${name} ${text}`
  if (sender_id === store.user_id) return laterWords.conversations.own(text)
  const isToTwo = stream_id === undefined && display_recipient.length <= 2
  return isToTwo ? text : laterWords.conversations.by(name.split(/\s+/)[0]!, text)
}

/** The first words of a message; empty while it is not here. It is drawn anew when the message changes. */
export function useLastWords(message_id: number): string {
  const store = useStore()
  const message = useMemo(() => store.messages.watch(message_id), [store, message_id]).value
  return message === undefined ? '' : lineOf(message, store)
}

/** Matches a text whose first letter belongs to a script that is written from right to left, such as Hebrew or Arabic. */
const fromRight = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/** Stands beside or below the name of a conversation. Its place is kept while there are no words. */
export const LastWords = ({ children }: { children: string }) => (
  // As a style: what the link is described by says it already.
  <span class="last-words drawn" dir={fromRight.test(children) ? 'rtl' : 'ltr'} data-text={children} />
)
