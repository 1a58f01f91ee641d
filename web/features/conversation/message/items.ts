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
import { conversationKey, conversationOf, type Message } from '../../../../client'
import { hasAccess, mayDelete, mayEdit, mayMoveAway, mayRename } from '../../../../client/policies'
import { copyText } from '../../../ui/clipboard'
import { writeElsewhere } from '../compose'
import type { Shortcut } from '../../../ui/keyboard'
import { texts } from '../../../i18n'
import type { Session } from '../../../session/open'
import { showToast, showBriefToast, type MenuItem } from '../../../ui'
import { reasonOf } from '../../../ui/reason'
import { messageHref } from '../../../routes/routes'
import { replyTo } from './reply'
import { beginEdit } from './edits'
import { copyMarkdown } from './markdown'
import { openMessageDialog } from './message-dialog'
import { quotation } from './quote'

/** A menu item, and the shortcut that runs it; null if there is none. */
interface Item extends MenuItem {
  readonly command: Shortcut | null
}

type Rest = readonly [name: string, icon: NonNullable<MenuItem['icon']>, onChoose: () => void]

/** A list with the item, or an empty list if it is not available. */
const item = (isThere: boolean, command: Shortcut | null, ...[name, icon, onChoose]: Rest): Item[] =>
  isThere ? [{ name, icon, onChoose, command }] : []

/** The menu of a message: what the user may do, except for the buttons in the toolbar. `selected` returns selected text. */
export function itemsFor(message: Message, session: Session, selected: () => string): readonly Item[] {
  const { messageActions: t } = texts
  const { store } = session
  const { state } = store
  const { id } = message
  const isEdited = message.last_edit_timestamp !== undefined && state.realm_allow_edit_history.value
  return [
    ...item(mayEdit(message, store), 'edit', t.edit, Pencil, () => beginEdit(id)),
    ...item(true, 'quote', t.quote, TextQuote, () => quote(message, session, selected())),
    ...item(true, null, t.forward, Forward, () => forward(message, session, selected())),
    ...item(true, 'copyLink', t.copyLink, Link, () => copyLink(message, session)),
    ...item(true, null, t.copyText, Copy, () => reportResult(copyMarkdown(session, message), t.textCopied)),
    ...item(true, null, t.remind, AlarmClock, () => openMessageDialog('remind', id)),
    ...item(true, 'unreadFrom', t.markUnread, MailOpen, () => markUnread(message, session)),
    ...item(mayRename(message, store) || mayMoveAway(message, store), 'move', t.move, MoveRight, () =>
      openMessageDialog('move', id),
    ),
    ...item(isEdited, 'history', t.history, History, () => openMessageDialog('history', id)),
    ...item(true, null, t.source, CodeXml, () => openMessageDialog('source', id)),
    ...item(message.reactions.length > 0, null, t.reactions, SmilePlus, () => openMessageDialog('reactions', id)),
    ...item(hasAccess(message, store), null, t.viewReaders, CheckCheck, () => openMessageDialog('readers', id)),
    ...item(mayDelete(message, store), null, t.delete, Trash2, () => openMessageDialog('delete', id)),
  ]
}

/** Shows a toast: `sentence` when it is done, or why it failed. */
function reportResult(done: Promise<unknown>, sentence?: string): void {
  done.then(
    () => sentence !== undefined && showBriefToast(sentence),
    (error: unknown) => showToast(reasonOf(error)),
  )
}

/** Quotes a message, or its selected part, in the conversation to which it belongs. */
function quote(message: Message, session: Session, selected: string): void {
  reportResult(quotation(session, message, selected).then((text) => replyTo(message, session.store, text)))
}

function forward(message: Message, session: Session, selected: string): void {
  reportResult(quotation(session, message, selected).then(writeElsewhere))
}

function copyLink(message: Message, { store }: Session): void {
  const address = new URL(messageHref(message, store, message.id), location.origin).href
  copyText(address, texts.messageActions.linkCopied)
}

/** Marks a message as unread, and all later messages of its conversation that are held. */
function markUnread(message: Message, { store, outbox }: Session): void {
  const keyOf = (one: Message): string => conversationKey(conversationOf(one, store.user_id))
  const ids = [...store.messages.values()]
    .filter((one) => one.id >= message.id && one.sender_id !== store.user_id && keyOf(one) === keyOf(message))
    .map(({ id }) => id)
  if (ids.length > 0) outbox.do({ kind: 'unread', messages: ids }).done.catch(() => undefined)
}
