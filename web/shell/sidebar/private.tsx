import { List } from 'lucide'
import { useCallback } from 'preact/hooks'
import { type Store, withoutSelf } from '../../../client'
import { useDerived } from '../../lib/use-derived'
import { Face, firstNamesOf, fullNamesOf, participantsOf, useStatus } from '../../features/people'
import { peopleAddress, route, viewAddress } from '../../routes/routes'
import { Icon } from '../../ui'
import { useStore, useUnread } from '../../session/context'
import { texts } from '../../i18n'
import { privateRows } from '../../features/conversation/summary/direct-message-rows'
import { Row } from './row'
import { Section } from './section'

/** Recent conversations that are shown even if nothing in them is unread. */
const maxRecentConversations = 8

/** The user ids of the open direct messages, with commas; null if none are open. */
function openPeople({ user_id }: Store): string | null {
  const openRoute = route.value
  return openRoute !== null && 'user_ids' in openRoute ? withoutSelf(openRoute.user_ids, user_id).join() : null
}

/** Direct messages in the sidebar: the recent ones, all unread ones, and the open one. */
export function PrivateConversations() {
  const store = useStore()
  const here = useDerived(() => openPeople(store), [store]).value
  const rows = useDerived(
    () => privateRows(store).map(({ conversation, isUnread }) => ({ ids: conversation.user_ids.join(), isUnread })),
    [store],
  )
  // As a string, so that the list renders again only when its rows change.
  const shown = useDerived(() => {
    const found = rows.value
      .filter(({ ids, isUnread }, index) => index < maxRecentConversations || isUnread || ids === here)
      .map(({ ids }) => ids)
    return [...found, ...(here === null || found.includes(here) ? [] : [here])].join(' ')
  }, [rows, here]).value
  const isMore = useDerived(() => rows.value.length > shown.split(' ').length, [rows, shown]).value
  const isNone = useDerived(() => rows.value.length === 0 && here === null, [rows, here]).value
  const unread = useCallback(
    () => privateRows(store).reduce((sum, { conversation }) => sum + store.unread.count(conversation).value, 0),
    [store],
  )
  const listed = isNone ? [] : shown.split(' ')
  return (
    <Section
      id="private"
      title={texts.sidebar.private}
      unread={unread}
      tool={
        <a
          class="icon-button"
          href={viewAddress('private')}
          aria-label={texts.sidebar.allPrivate}
          title={texts.sidebar.allPrivate}
        >
          <Icon of={List} />
        </a>
      }
    >
      {(isOpen) => (
        <>
          {isOpen && listed.length === 0 && <p class="hint">{texts.sidebar.noPrivate}</p>}
          <ul>
            {listed
              .filter((ids) => isOpen || ids === here)
              .map((ids) => (
                <PrivateConversation key={ids} user_ids={ids} isCurrent={ids === here} />
              ))}
          </ul>
          {isOpen && isMore && (
            <a class="more" href={viewAddress('private')}>
              {texts.sidebar.morePrivate}
            </a>
          )}
        </>
      )}
    </Section>
  )
}

const idsOf = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number))

/** A row for the direct messages with some people. `user_ids` has commas, and is empty if the user writes to themselves. */
export function PrivateConversation({ user_ids: text, isCurrent }: { user_ids: string; isCurrent: boolean }) {
  const store = useStore()
  const user_ids = idsOf(text)
  const { count, mentions } = useUnread({ user_ids })
  const people = participantsOf(user_ids, store)
  const status = useStatus(people)
  const isOneself = user_ids.length === 0
  const { oneself, presence } = texts.sidebar
  const [name, whole] = [firstNamesOf(people), fullNamesOf(people)].map((one) => (isOneself ? oneself(one) : one))
  return (
    <li>
      <Row
        href={peopleAddress(
          people.map(({ user_id }) => user_id),
          people.map(({ full_name }) => full_name),
        )}
        name={name!}
        wholeName={whole!}
        description={status === null ? undefined : presence[status]}
        isCurrent={isCurrent}
        count={count.value}
        mentions={mentions.value}
        leading={<Face of={people} />}
      />
    </li>
  )
}
