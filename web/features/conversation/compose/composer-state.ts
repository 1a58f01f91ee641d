import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Conversation } from '../../../../client'
import { noteSent } from '../message/sent-texts'
import { draftsOf } from './drafts'
import { conversationFor, keyOf, recipientAt, type Recipient, type ComposePlace, type Writer } from './recipient'
import { typingNotices } from './typing'

/** Milliseconds without typing after which the draft is saved on the server. */
const rest = 5000

/** From this part of the maximum length on, the box shows how much is left. */
const nearlyFull = 0.9

/** A text that the user is writing, and its recipient. */
export interface ComposerState {
  readonly text: ReadonlySignal<string>
  readonly to: ReadonlySignal<Recipient>
  /** Null while the recipient is incomplete. */
  readonly conversation: ReadonlySignal<Conversation | null>
  /** Bytes that are left, negative if the text is too long; null while there are plenty. */
  readonly bytesLeft: ReadonlySignal<number | null>
  write(text: string): void
  address(to: Recipient): void
  /** The message to send; null if a text or recipient is missing, or if the text is too long. */
  ready(): { readonly to: Conversation; readonly content: string } | null
  /** Adopts what another window writes, and empties the box when its draft was sent elsewhere. Call it in an effect. */
  follow(): void
  /** Sends the message, and empties the box. Null if there is nothing to send. Throws a `RangeError` if the outbox is full. */
  send(): Conversation | null
  /** Empties the box, because its message is on its way. */
  finish(): void
  /** Saves the draft at once, because the user turns to something else. `isLeaving`: the page may close at any moment. */
  leave(isLeaving?: boolean): void
}

/** The state that a text box needs: a text and its recipient. */
export type TextState = Pick<ComposerState, 'text' | 'to' | 'conversation' | 'bytesLeft' | 'write'>

/** The state of the compose box at `where`, with the draft that it has. */
export function composerAt(where: ComposePlace, writer: Writer): ComposerState {
  const { store, outbox } = writer
  const drafts = draftsOf(writer)
  const typing = typingNotices(writer)
  const key = keyOf(where)
  const before = drafts.read(key)
  const fromElsewhere = drafts.fromElsewhere(key)
  const text = signal(before?.content ?? '')
  const given = recipientAt(where)
  const isFixed = where !== null && ('user_ids' in where || 'topic' in where)
  const to = signal<Recipient>(isFixed ? given : (before?.to ?? given))
  const conversation = computed(() => conversationFor(to.value, store))
  const bytesLeft = computed(() => {
    const maxBytes = store.state.max_message_length.value
    const room = maxBytes - new TextEncoder().encode(text.value.trimEnd()).length
    return room > maxBytes * (1 - nearlyFull) ? null : room
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTold = true

  function leave(isLeaving = false): void {
    clearTimeout(timer)
    typing.stop()
    if (isTold) return
    isTold = true
    drafts.tell(key, to.peek(), isLeaving)
  }

  function keep(): void {
    drafts.keep(key, to.peek(), text.peek())
    isTold = false
    clearTimeout(timer)
    timer = setTimeout(leave, rest)
  }

  function ready(): ReturnType<ComposerState['ready']> {
    const content = text.peek().trimEnd()
    const target = conversation.peek()
    return target === null || content.trim() === '' || (bytesLeft.peek() ?? 0) < 0 ? null : { to: target, content }
  }

  function finish(): void {
    clearTimeout(timer)
    typing.forget()
    isTold = true
    drafts.discard(key, to.peek())
    text.value = ''
    to.value = given
  }

  return {
    text,
    to,
    conversation,
    bytesLeft,
    leave,
    write(content) {
      text.value = content
      if (content.trim() === '') typing.stop()
      else typing.go(conversation.peek())
      keep()
    },
    address(recipient) {
      to.value = recipient
      keep()
    },
    ready,
    finish,
    follow() {
      const change = fromElsewhere()
      if (change) {
        text.value = change.content
        to.value = isFixed ? given : change.to
      }
      if (!drafts.isGone(key) || text.peek().trim() === '') return
      clearTimeout(timer)
      isTold = true
      text.value = ''
      to.value = given
    },
    send() {
      const sent = ready()
      if (sent === null) return null
      outbox.do({ kind: 'send', ...sent }).done.then(
        ({ id }) => noteSent(store.user_id, id, sent.content),
        () => undefined,
      )
      finish()
      return sent.to
    },
  }
}
