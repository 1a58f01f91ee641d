import { hrefOf } from '../../../routes/routes'
import { Faces, LastWords, longName, Title, useLastWords, When } from '../../conversation/summary'
import { texts } from '../../../i18n'
import { isOpen } from '../../../ui/list'
import { useStore, useUnread } from '../../../session/context'
import { Count } from '../../conversation/summary/count'
import type { Recent } from './rows'

export function Row({ recent: { conversation, newest, people, timestamp } }: { recent: Recent }) {
  const store = useStore()
  const { count, mentions } = useUnread(conversation)
  const name = longName(conversation, store)
  const last = useLastWords(newest)
  return (
    <tr class={count.value > 0 ? 'unread' : ''}>
      <th scope="row">
        <a
          href={hrefOf(conversation, store)}
          data-row
          aria-current={isOpen(conversation, store.user_id) ? 'page' : undefined}
          aria-label={count.value > 0 ? texts.conversationRow.unread(name, count.value) : name}
          aria-description={last || undefined}
        >
          <Title of={conversation}>
            <LastWords>{last}</LastWords>
          </Title>
          <Count of={count.value} mentions={mentions.value} />
        </a>
      </th>
      <td class="people">{people.length > 0 && <Faces of={people} />}</td>
      <td class="last">{timestamp !== null && <When timestamp={timestamp} />}</td>
    </tr>
  )
}
