import { conversationKey, conversationOf, type Message, mutesOf, withoutSelf } from '../../../client'
import {
  hrefOf,
  messageHref,
  isConversation,
  route,
  streamAddress,
  viewAddress,
  type ViewName,
  goTo,
} from '../../routes/routes'
import { listBeside, openBesideList } from '../../routes/list-beside'
import { showToast } from '../../ui'
import { texts } from '../../i18n'
import { closeNewMessage, openNewMessage, focusOpenComposer } from '../../features/conversation/compose/target'
import { markRead } from '../../features/conversation/read-state'
import { muteTopic } from '../../features/people/mutes'
import { useSession } from '../../session/context'
import { useShortcut } from '../../ui/keyboard'
import { selectMessage } from '../../ui/keyboard/selection'
import { runWhenLoaded } from '../../ui/keyboard/waiting'
import { goToRegion } from './regions'
import { nextUnread } from './unread'

const allPrivate = '#narrow/is/private'

const open = (view: ViewName): void => {
  goTo(viewAddress(view))
}

/** Handles the shortcuts that lead elsewhere, from wherever the user is. */
export function useEverywhere(): void {
  const session = useSession()
  const { store } = session

  function openNextUnread(kind: 'topic' | 'private'): void {
    const next = nextUnread(store, kind)
    if (next === null) showToast(texts.shortcuts.nothingUnread[kind])
    else openBesideList(hrefOf(next, store))
  }

  useShortcut('nextTopic', () => openNextUnread('topic'))
  useShortcut('nextPrivate', () => openNextUnread('private'))
  useShortcut('nextRegion', () => goToRegion(1))
  useShortcut('previousRegion', () => goToRegion(-1))
  useShortcut('inbox', () => open('inbox'))
  useShortcut('recent', () => open('recent'))
  useShortcut('all', () => open('all'))
  useShortcut('starred', () => open('starred'))
  useShortcut('drafts', () => open('drafts'))
  useShortcut('private', () => goTo(allPrivate))
  useShortcut('write', () => focusOpenComposer(store.user_id))
  useShortcut('writeAlone', () => openNewMessage())
  useShortcut('out', closeNewMessage)
  useShortcut('markRead', () => {
    const openRoute = route.peek()
    if (openRoute === null || !('stream_id' in openRoute || 'user_ids' in openRoute)) return
    markRead(
      session,
      'user_ids' in openRoute ? { user_ids: withoutSelf(openRoute.user_ids, store.user_id) } : openRoute,
    )
  })
  useShortcut('toConversation', (id) => {
    const message = store.messages.get(id)
    if (message === undefined) return false
    const to = conversationOf(message, store.user_id)
    const openRoute = route.peek()
    const isHere = isConversation(openRoute) && conversationKey(openRoute) === conversationKey(to)
    goTo(isHere ? addressOutside(message) : messageHref(message, store, id))
    return true
  })
  useShortcut('muteTopic', (id) => {
    const message = store.messages.get(id)
    if (message?.stream_id === undefined) return false
    const topic = { stream_id: message.stream_id, topic: message.subject }
    muteTopic(session, topic, mutesOf(store)(topic) !== 'topic')
    return true
  })
  useShortcut('toStream', (id) => {
    const message = store.messages.get(id)
    if (message === undefined) return false
    goTo(addressOutside(message))
    return true
  })
}

/** The address of the stream of a message, or of all direct messages, at this message. */
const addressOutside = ({ id, stream_id, display_recipient }: Message): string =>
  stream_id === undefined
    ? allPrivate
    : streamAddress({ stream_id, name: display_recipient as string }, undefined, id).slice(1)

const selectsMessage = (): boolean => selectMessage() !== null

/** Goes one level out: from a text box to the messages, and from there to the list beside them or the inbox. */
export function goOneLevelOut(): void {
  const focused = document.activeElement as HTMLElement | null
  if (focused?.matches('input, textarea, select')) {
    focused.blur()
    // The component that selects messages may still be loading.
    if (!selectsMessage()) runWhenLoaded(selectsMessage)
  } else open(listBeside.peek() ?? 'inbox')
}
