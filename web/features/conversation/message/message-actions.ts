import { signal } from '@preact/signals'
import { conversationKey, conversationOf, type Message, type Store } from '../../../../client'
import { hasAccess, mayDelete, mayEdit, mayMoveAway, mayRename } from '../../../../client/policies'
import { texts } from '../../../i18n'
import { messageHref, route } from '../../../routes/routes'
import type { Session } from '../../../session/open'
import { showBriefToast, showToast } from '../../../ui'
import { copyText } from '../../../ui/clipboard'
import { reasonOf } from '../../../ui/reason'
import type { NamedEmoji } from '../../emoji'
import { openNewMessage } from '../compose/target'
import { beginEdit } from './edits'
import { toggleFold } from './folds'
import { copyMarkdown } from './markdown'
import { openMessageDialog, type Subject } from './message-dialog'
import { pictureLink, viewed } from './pictures'
import { quotation } from './quote'
import { toggleReaction } from './reactions'
import { mentionSender, replyPrivately, replyTo } from './reply'

export { selectedOf } from './quote'

/** Something that can be done with a message, by a button, a menu or a shortcut. */
interface MessageAction {
  /** Whether the user may do it, and there is something to do. Without it they always may. */
  readonly isAllowed?: (message: Message, store: Store) => boolean
  /** `selected` is the text of the message that the user has selected; empty if there is none. */
  readonly run: (session: Session, message: Message, selected: string) => void
}

/** What the toolbar of a message is to open, because a shortcut asks for it; null for nothing. */
export const toolbarRequest = signal<{ readonly message_id: number; readonly opens: 'picker' | 'menu' } | null>(null)

const inDialog =
  (subject: Subject): MessageAction['run'] =>
  (_, { id }) =>
    openMessageDialog(subject, id)

const inToolbar =
  (opens: 'picker' | 'menu'): MessageAction['run'] =>
  (_, { id }) => {
    toolbarRequest.value = { message_id: id, opens }
  }

const thumbsUp: NamedEmoji = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }

/** What can be done with messages, by name. A shortcut of the same name does it (`ui/keyboard/table.ts`). */
export const messageActions = {
  edit: { isAllowed: mayEdit, run: (_, { id }) => beginEdit(id) },
  // In the conversation to which the message belongs.
  quote: {
    run: (session, message, selected) =>
      reportResult(quotation(session, message, selected).then((text) => replyTo(message, session.store, text))),
  },
  forward: {
    run: (session, message, selected) => reportResult(quotation(session, message, selected).then(openNewMessage)),
  },
  copyLink: {
    run: ({ store }, message) =>
      copyText(new URL(messageHref(message, store, message.id), location.origin).href, texts.messageActions.linkCopied),
  },
  copyText: {
    run: (session, message) => reportResult(copyMarkdown(session, message), texts.messageActions.textCopied),
  },
  remind: { run: inDialog('remind') },
  unreadFrom: { run: markUnread },
  move: {
    isAllowed: (message, store) => mayRename(message, store) || mayMoveAway(message, store),
    run: inDialog('move'),
  },
  history: {
    isAllowed: ({ last_edit_timestamp }, { state }) =>
      last_edit_timestamp !== undefined && state.realm_allow_edit_history.value,
    run: inDialog('history'),
  },
  source: { run: inDialog('source') },
  reactions: { isAllowed: ({ reactions }) => reactions.length > 0, run: inDialog('reactions') },
  readers: { isAllowed: hasAccess, run: inDialog('readers') },
  delete: { isAllowed: mayDelete, run: inDialog('delete') },
  star: { run: toggleStar },
  react: { isAllowed: hasAccess, run: inToolbar('picker') },
  more: { run: inToolbar('menu') },
  thumbsUp: { isAllowed: hasAccess, run: (session, message) => toggleReaction(session, message, thumbsUp) },
  joinReaction: {
    isAllowed: (message, store) => message.reactions.length > 0 && hasAccess(message, store),
    run: (session, message) => toggleReaction(session, message, message.reactions[0]!),
  },
  mentionSender: { run: ({ store }, message) => mentionSender(message, store) },
  replyAlone: { run: ({ store }, message) => replyPrivately(message, store) },
  viewImage: {
    isAllowed: ({ id }) => pictureIn(id) !== null,
    run: (_, { id }) => {
      viewed.value = pictureIn(id)
    },
  },
  collapse: {
    isAllowed: ({ id }) => contentOf(id)?.classList.contains('long') === true,
    run: (_, { id }) => toggleFold(id),
  },
} as const satisfies Record<string, MessageAction>

export type MessageActionName = keyof typeof messageActions

/** Whether the user may do something with a message. */
export function isAllowed(name: MessageActionName, message: Message, store: Store): boolean {
  const action: MessageAction = messageActions[name]
  return action.isAllowed?.(message, store) !== false
}

const isAction = (name: string): name is MessageActionName => Object.hasOwn(messageActions, name)

/** Does something with a message. False if the user may not, or there is no such action or message. */
export function runMessageAction(name: string, session: Session, message_id: number, selected = ''): boolean {
  const message = session.outbox.message(message_id).peek()
  if (message === undefined || !isAction(name) || !isAllowed(name, message, session.store)) return false
  messageActions[name].run(session, message, selected)
  return true
}

/** The drawn content of a message; null if it is not drawn. */
const contentOf = (id: number): Element | null => document.querySelector(`article[data-id="${id}"] > .content`)

const pictureIn = (id: number): Element | null => contentOf(id)?.querySelector(pictureLink) ?? null

/** Shows a toast: `sentence` when it is done, or why it failed. */
function reportResult(done: Promise<unknown>, sentence?: string): void {
  done.then(
    () => sentence !== undefined && showBriefToast(sentence),
    (error: unknown) => showToast(reasonOf(error)),
  )
}

/** Marks a message as unread, and all later messages of its conversation that are held. */
function markUnread({ store, outbox }: Session, message: Message): void {
  const keyOf = (one: Message): string => conversationKey(conversationOf(one, store.user_id))
  const ids = [...store.messages.values()]
    .filter((one) => one.id >= message.id && one.sender_id !== store.user_id && keyOf(one) === keyOf(message))
    .map(({ id }) => id)
  if (ids.length > 0) outbox.do({ kind: 'unread', messages: ids }).done.catch(() => undefined)
}

function toggleStar({ outbox }: Session, { id, flags }: Message): void {
  const set = (kind: 'star' | 'unstar'): void => void outbox.do({ kind, messages: [id] }).done.catch(() => undefined)
  const isStarred = flags.includes('starred')
  set(isStarred ? 'unstar' : 'star')
  const openRoute = route.peek()
  // The message disappears from the starred ones at once, so offer to undo.
  if (isStarred && openRoute !== null && 'view' in openRoute && openRoute.view === 'starred')
    showToast(texts.messageActions.unstarred, { name: texts.readState.undo, onChoose: () => set('star') })
}
