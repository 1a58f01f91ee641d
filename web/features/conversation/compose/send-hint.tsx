import { laterWords } from '../../../i18n/later-words'
import { isOn, type Writer } from './recipient'
import './send-hint.css'

const name = (user_id: number): string => `text:has-sent:${user_id}`

/** Whether somebody has sent a message from this browser. */
export const hasSent = (user_id: number): boolean => localStorage.getItem(name(user_id)) !== null

export function noteHasSent(user_id: number): void {
  try {
    localStorage.setItem(name(user_id), '1')
  } catch {
    // The browser keeps nothing: the hint comes again.
  }
}

/** Which key sends, for somebody who has not sent anything yet. */
export function SendHint({ writer }: { writer: Writer }) {
  const t = laterWords.compose
  if (!isOn('enter_sends', writer)) return <span class="send-hint">{t.controlEnterHint}</span>
  return (
    <span class="send-hint">
      <span>{t.enterHint}</span>
      {/* Where there is no room for both it is hidden. */}
      <span>{` · ${t.newLineHint}`}</span>
    </span>
  )
}
