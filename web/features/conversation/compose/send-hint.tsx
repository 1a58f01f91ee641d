import { texts } from '../../../i18n'
import { isOn, type Writer } from './recipient'
import './send-hint.css'

const name = (user_id: number): string => `text:has-sent:${user_id}`

/** Whether the user has sent a message from this browser. */
export const hasSent = (user_id: number): boolean => localStorage.getItem(name(user_id)) !== null

export function noteHasSent(user_id: number): void {
  try {
    localStorage.setItem(name(user_id), '1')
  } catch {
    // The browser stores nothing: the hint just appears again.
  }
}

/** Tells users who have not sent anything yet which key sends. */
export function SendHint({ writer }: { writer: Writer }) {
  const t = texts.compose
  if (!isOn('enter_sends', writer)) return <span class="send-hint">{t.controlEnterHint}</span>
  return (
    <span class="send-hint">
      <span>{t.enterHint}</span>
      {/* CSS hides it if there is no room for both. */}
      <span>{` · ${t.newLineHint}`}</span>
    </span>
  )
}
