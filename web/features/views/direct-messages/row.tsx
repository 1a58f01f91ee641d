import { useMemo } from 'preact/hooks'
import { hrefOf } from '../../../routes/routes'
import { briefName, LastWords, longName, useLastWords, When } from '../../conversation/summary'
import { texts } from '../../../i18n'
import { isOpen } from '../../../ui/list'
import { Face, participantsOf, ShortName, useStatus } from '../../people'
import { useStore, useUnread } from '../../../session/context'
import { type PrivateRow } from '../../conversation/summary/direct-message-rows'
import { Count } from '../../conversation/summary/count'

/** A conversation of direct messages: people, presence, the newest message, and when that was sent. */
export function Row({ of: { conversation, newest } }: { of: PrivateRow }) {
  const store = useStore()
  const { count, mentions } = useUnread(conversation)
  const people = participantsOf(conversation.user_ids, store)
  const status = useStatus(people)
  const last = useLastWords(newest)
  const timestamp = useMemo(() => store.messages.watch(newest), [store, newest]).value?.timestamp
  const name = longName(conversation, store)
  const description = [status === null ? '' : texts.sidebar.presence[status], last].filter(Boolean).join(', ')
  return (
    <li class={count.value > 0 ? 'unread' : ''}>
      <a
        href={hrefOf(conversation, store)}
        data-row
        aria-current={isOpen(conversation, store.user_id) ? 'page' : undefined}
        aria-label={count.value > 0 ? texts.conversationRow.unread(name, count.value) : name}
        aria-description={description || undefined}
      >
        <Face of={people} />
        <span class="lines">
          <ShortName of={briefName(conversation, store)} whole={name} />
          <LastWords>{last}</LastWords>
        </span>
        <Count of={count.value} mentions={mentions.value} />
      </a>
      <span class="when">{timestamp !== undefined && <When timestamp={timestamp} />}</span>
    </li>
  )
}
