import { useComputed } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { type Conversation, type Store, withoutSelf } from '../../../client'
import { Compose } from '../../features/conversation/compose'
import { MessageList } from '../../features/conversation/message-list'
import { firstView, markFirstView } from '../../lib/first-view'
import { listBeside } from '../../routes/list-beside'
import { AboutMessages, editNewest, TopicTools } from '../../features/conversation/message'
import { EmptyState, lazy } from '../../ui'
import { fullNamesOf, participantsOf } from '../../features/people'
import { isTopic, near, route, terms, viewAddress, type Route } from '../../routes/routes'
import { FoundTitle } from '../../features/views/search'
import type { ScreenName } from '../../routes/views'
import { useSession } from '../../session/context'
import { texts } from '../../i18n'
import { About } from './about'
import { Back } from './back'
import { ListBeside } from './list-beside'
import './main-pane.css'

const PresenceHere = lazy(async () => (await import('./presence')).PresenceHere, firstView)
const PlaceMenu = lazy(async () => (await import('../sidebar/context-menu/place-menu')).PlaceMenu, firstView)

export { goBack, hasBack } from './back'

/** The screens of views that are no list of messages. */
const screens: Readonly<Record<ScreenName, FunctionComponent>> = {
  inbox: screen(async () => (await import('./inbox')).InboxWithSteps),
  recent: screen(async () => (await import('../../features/views/recent')).Recent),
  drafts: screen(async () => (await import('../../features/views/drafts')).Drafts),
  scheduled: screen(async () => (await import('../../features/views/scheduled')).Scheduled),
  private: screen(async () => (await import('../../features/views/direct-messages')).PrivateList),
}

/** Shown beside a list while no conversation is open. */
const Choose = lazy(async () => (await import('../../ui/list')).Choose, firstView)

/** A view that is loaded when it is opened. The first view counts as shown even if it cannot be loaded. */
function screen(load: () => Promise<FunctionComponent>): FunctionComponent {
  return lazy(() => load().finally(markFirstView))
}

/** The main pane: the header of the open route, its messages or its view, and the compose box. */
export function MainPane() {
  const session = useSession()
  const { store } = session
  const openRoute = route.value
  const Listed =
    openRoute !== null && 'view' in openRoute && openRoute.view in screens
      ? screens[openRoute.view as ScreenName]
      : null
  const title = useComputed(() => (route.value === null ? null : titleOf(route.value, store))).value
  if (openRoute === null || title === null) return <Unknown />
  const conversation = conversationAt(openRoute, store)
  const beside = listBeside.value
  return (
    <>
      {beside && <ListBeside name={texts.views[beside]} isBeside={Listed === null} list={screens[beside]} />}
      {beside && Listed && <Choose />}
      {(!beside || !Listed) && (
        <header class="place">
          <Back
            name={'terms' in openRoute ? texts.searchBox.title : title.name}
            isRoot={'view' in openRoute && openRoute.view === 'inbox'}
          />
          <h1 dir="auto">{'terms' in openRoute ? <FoundTitle terms={openRoute.terms} /> : title.name}</h1>
          {'user_ids' in openRoute ? (
            <PresenceHere user_ids={openRoute.user_ids} />
          ) : (
            <p dir="auto">{title.description}</p>
          )}
          {isTopic(openRoute) && <TopicTools topic={openRoute} />}
          <About of={openRoute} />
          {('stream_id' in openRoute || 'user_ids' in openRoute) && (
            <span class="menu-place">
              <PlaceMenu />
            </span>
          )}
        </header>
      )}
      {Listed && !beside && <Listed />}
      {terms.value !== null && <MessageList terms={terms.value} conversation={conversation} near={near.value} />}
      <Compose session={session} place={openRoute} onUp={() => void editNewest(conversation, store)} />
      <AboutMessages conversation={conversation} />
    </>
  )
}

/** Shown at an address that leads nowhere. */
function Unknown() {
  useEffect(markFirstView, [])
  return (
    <EmptyState isAll drawing="signpost" title={texts.mainPane.unknown} advice={texts.mainPane.unknownAdvice}>
      <a class="button" href={viewAddress('inbox')}>
        {texts.views.inbox}
      </a>
    </EmptyState>
  )
}

/** The title of a route; null if the user may not know of it. */
function titleOf(openRoute: Route, store: Store): { name: string; description: string } | null {
  if ('view' in openRoute) return { name: texts.views[openRoute.view], description: '' }
  if ('terms' in openRoute) return { name: texts.mainPane.found, description: '' }
  if ('user_ids' in openRoute) {
    const { users } = store
    if (!openRoute.user_ids.every((id) => users.get(id))) return null
    const others = withoutSelf(openRoute.user_ids, store.user_id)
    return { name: fullNamesOf(participantsOf(others, store)), description: '' }
  }
  const stream = store.streams.get(openRoute.stream_id)
  if (stream === undefined) return null
  const name = 'topic' in openRoute ? texts.mainPane.topicOf(stream.name, openRoute.topic) : stream.name
  return { name, description: stream.description }
}

/** The conversation of a route; null if it has none. */
function conversationAt(openRoute: Route, { user_id }: Store): Conversation | null {
  if (isTopic(openRoute)) return openRoute
  return 'user_ids' in openRoute ? { user_ids: withoutSelf(openRoute.user_ids, user_id) } : null
}
