import { signal } from '@preact/signals'
import { SquarePen } from 'lucide'
import type { Conversation } from '../../client'
import { useCommand } from '../keys'
import { Button } from '../parts'
import type { Place } from '../places'
import { words } from '../words'
import { draftsOf } from './drafts'
import { Box, type Awaited } from './box'
import { Writers } from './notices'
import { whyNot } from './rights'
import { keyOf, withoutReader, type Where, type Writer } from './recipient'
import './compose.css'

export { forgetTexts, keptTexts, textsVersion, type Text } from './kept-texts'
export { topicsOf } from './topics'
export { TextBox } from './text-box'
export type { Written } from './writing'
export { nameOf, streamsOf } from './names'
export { hashOf, keyOf as textKeyOf, type Recipient } from './recipient'
export { keyOfDraft, recipientOf, type Told } from './told-drafts'

/** Whether somebody writes to a conversation that is not open. */
const isElsewhere = signal(false)

/** How often somebody began to write to anybody. */
let turn = 0

/** The box that takes the focus once it is shown, and perhaps a text. */
const awaited = signal<Awaited | null>(null)

/** Begins to write in a conversation or stream that is open, or is opened now; perhaps with a text of its own lines. */
export function writeTo(to: Exclude<Where, null>, own_id: number, text?: string): void {
  isElsewhere.value = false
  awaited.value = { key: keyOf(withoutReader(to, own_id)), text }
}

/** Begins to write to anybody, with what was begun for that. */
export function writeElsewhere(text?: string): void {
  turn += 1
  isElsewhere.value = true
  if (text !== undefined) awaited.value = { key: keyOf(null), text }
}

interface ComposeProps {
  readonly session: Writer
  readonly place: Place
  /** Somebody goes up from an empty box. */
  readonly onUp: () => void
}

/** Gives a text back that was not sent, where nothing else is being written. */
export function giveBack(session: Writer, whom: Conversation, given: string): void {
  const to = withoutReader(whom, session.store.user_id)
  const drafts = draftsOf(session)
  const key = keyOf(to)
  if (drafts.read(key) !== null) return
  // Where one may not write any more it is kept for later.
  drafts.keep(key, to, given)
  awaited.value = { key, given }
}

/** Takes what is being written along to another conversation, unless something is being written there. */
export function carryText(session: Writer, from: Conversation, to: Conversation): void {
  const drafts = draftsOf(session)
  const [before, after] = [from, to].map((one) => keyOf(withoutReader(one, session.store.user_id))) as [string, string]
  const text = drafts.read(before)
  if (text === null || drafts.read(after) !== null) return
  drafts.keep(after, to, text.content)
  drafts.discard(before, from)
}

/** Where one writes, below what is read. */
export function Compose({ session, place, onUp }: ComposeProps) {
  const here = whereIn(place, session.store.user_id)
  const where = isElsewhere.value ? null : here
  const close = (): void => {
    isElsewhere.value = false
  }
  useCommand('writeAlone', () => writeElsewhere())
  useCommand('write', () => {
    if (where === null) writeElsewhere()
    else awaited.value = { key: keyOf(where) }
  })
  useCommand('out', () => {
    const isOpen = isElsewhere.peek()
    close()
    return isOpen
  })
  const isConversation = where !== null && ('user_ids' in where || 'topic' in where)
  const reason = isConversation ? whyNot(where, session.store) : null
  return (
    <section class="compose" aria-label={words.compose.title}>
      {isConversation && <Writers key={`writers ${keyOf(where)}`} store={session.store} to={where} />}
      {here === null && !isElsewhere.value ? (
        <Button icon={SquarePen} onClick={() => writeElsewhere()}>
          {words.compose.begin}
        </Button>
      ) : reason !== null ? (
        <p class="refused">{reason}</p>
      ) : (
        <Box
          key={where === null ? `new ${turn}` : keyOf(where)}
          writer={session}
          where={where}
          awaited={awaited}
          onUp={onUp}
          {...(isElsewhere.value ? { onClose: close } : { onElsewhere: () => writeElsewhere() })}
        />
      )}
    </section>
  )
}

/** Where one writes at a place; null if that says nothing of to whom. */
function whereIn(place: Place, own_id: number): Where {
  if ('user_ids' in place) return withoutReader(place, own_id)
  return 'stream_id' in place ? place : null
}
