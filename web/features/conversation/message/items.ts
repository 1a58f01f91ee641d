import {
  AlarmClock,
  CheckCheck,
  CodeXml,
  Copy,
  Forward,
  History,
  Link,
  MailOpen,
  MoveRight,
  Pencil,
  SmilePlus,
  TextQuote,
  Trash2,
} from 'lucide'
import type { Message } from '../../../../client'
import { conversationKey, conversationOf } from '../../../../client/store/conversation'
import { copyText } from '../../../ui/clipboard'
import { writeElsewhere } from '../compose'
import type { Command } from '../../../ui/keyboard'
import { laterWords } from '../../../i18n/later-words'
import type { Session } from '../../../session/open'
import { say, sayBriefly, type MenuItem } from '../../../ui'
import { hasAccess } from '../../../session/policies'
import { reasonOf } from '../../../ui/reason'
import { conversationAddress } from './address'
import { answer } from './reply'
import { beginEdit } from './edits'
import { copyMarkdown } from './markdown'
import { open } from './opened'
import { quotation } from './quote'
import { mayDelete, mayEdit, mayMoveAway, mayRename } from './rights'

/** Something to do with a message, and the command of the key that does it. */
interface Item extends MenuItem {
  readonly command: Command | null
}

type Rest = readonly [name: string, icon: NonNullable<MenuItem['icon']>, onChoose: () => void]

/** Something to do, if it can be done. */
const item = (isThere: boolean, command: Command | null, ...[name, icon, onChoose]: Rest): Item[] =>
  isThere ? [{ name, icon, onChoose, command }] : []

/** Everything else that one can do with a message, as far as one may. */
export function itemsFor(message: Message, session: Session, selected: () => string): readonly Item[] {
  const { message: said } = laterWords
  const { store } = session
  const { state } = store
  const { id } = message
  const isEdited = message.last_edit_timestamp !== undefined && state.realm_allow_edit_history.value
  return [
    ...item(mayEdit(message, store), 'edit', said.edit, Pencil, () => beginEdit(id)),
    ...item(true, 'quote', said.quote, TextQuote, () => quote(message, session, selected())),
    ...item(true, null, said.forward, Forward, () => forward(message, session, selected())),
    ...item(true, 'copyLink', said.copyLink, Link, () => copyLink(message, session)),
    ...item(true, null, said.copyText, Copy, () => told(copyMarkdown(session, message), said.textCopied)),
    ...item(true, null, said.remind, AlarmClock, () => open('remind', id)),
    ...item(true, 'unreadFrom', said.markUnread, MailOpen, () => markUnread(message, session)),
    ...item(mayRename(message, store) || mayMoveAway(message, store), 'move', said.move, MoveRight, () =>
      open('move', id),
    ),
    ...item(isEdited, 'history', said.history, History, () => open('history', id)),
    ...item(true, null, said.source, CodeXml, () => open('source', id)),
    ...item(message.reactions.length > 0, null, said.reactions, SmilePlus, () => open('reactions', id)),
    ...item(hasAccess(message, store), null, said.viewReaders, CheckCheck, () => open('readers', id)),
    ...item(mayDelete(message, store), null, said.delete, Trash2, () => open('delete', id)),
  ]
}

/** Says that something is done, or why not. */
function told(done: Promise<unknown>, sentence?: string): void {
  done.then(
    () => sentence !== undefined && sayBriefly(sentence),
    (error: unknown) => say(reasonOf(error)),
  )
}

/** Quotes a message, or what is selected of it, where it stands. */
function quote(message: Message, session: Session, selected: string): void {
  told(quotation(session, message, selected).then((text) => answer(message, session.store, text)))
}

function forward(message: Message, session: Session, selected: string): void {
  told(quotation(session, message, selected).then(writeElsewhere))
}

function copyLink(message: Message, { store }: Session): void {
  const address = new URL(conversationAddress(message, store, message.id), location.origin).href
  copyText(address, laterWords.message.linkCopied)
}

/** Makes a message unread again, and those that follow in its conversation. */
function markUnread(message: Message, { store, outbox }: Session): void {
  const keyOf = (one: Message): string => conversationKey(conversationOf(one, store.user_id))
  const ids = [...store.messages.values()]
    .filter((one) => one.id >= message.id && one.sender_id !== store.user_id && keyOf(one) === keyOf(message))
    .map(({ id }) => id)
  if (ids.length > 0) outbox.do({ kind: 'unread', messages: ids }).done.catch(() => undefined)
}
