import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Conversation } from '../../../../client'
import { noteSent } from '../message/sent-texts'
import { draftsOf } from './drafts'
import { conversationFor, keyOf, recipientAt, type Recipient, type Where, type Writer } from './recipient'
import { typingNotices } from './typing'

/** Milliseconds of rest after which the server is told what was written. */
const rest = 5000

/** From here on the length of a text is shown, as a part of the longest one. */
const nearlyFull = 0.9

/** A text that is being written, and to whom. */
export interface ComposerState {
  readonly text: ReadonlySignal<string>
  readonly to: ReadonlySignal<Recipient>
  /** Null while it is not chosen to whom. */
  readonly conversation: ReadonlySignal<Conversation | null>
  /** Bytes that may still be written; null while there are plenty. */
  readonly bytesLeft: ReadonlySignal<number | null>
  write(text: string): void
  address(to: Recipient): void
  /** What can be sent, and to whom; null if that is nothing. */
  ready(): { readonly to: Conversation; readonly content: string } | null
  /** Takes over what another window writes, and that the text is gone: it was sent elsewhere. What it reads is watched. */
  follow(): void
  /** Sends it, and begins anew. Null if there is nothing that can be sent. Throws a `RangeError` if too much waits. */
  send(): Conversation | null
  /** It is on its way, so that one begins anew. */
  finish(): void
  /** The writer turns to something else; `isLeaving`: the page may be gone at once. */
  leave(isLeaving?: boolean): void
}

/** What a text box goes by: a text, and who receives it. */
export type Written = Pick<ComposerState, 'text' | 'to' | 'conversation' | 'bytesLeft' | 'write'>

/** Takes up what was written somewhere. */
export function composerAt(where: Where, writer: Writer): ComposerState {
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
