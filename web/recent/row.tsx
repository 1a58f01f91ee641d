import { hashOf } from '../compose'
import { Faces, longName, Title, When } from '../conversations'
import { laterWords } from '../later-words'
import { useStore, useUnread } from '../session'
import { Count } from '../sidebar'
import type { Recent } from './rows'

/** One conversation in the table. */
export function Row({ recent: { conversation, people, timestamp } }: { recent: Recent }) {
  const store = useStore()
  const { count, mentions } = useUnread(conversation)
  const name = longName(conversation, store)
  return (
    <tr class={count.value > 0 ? 'unread' : ''}>
      <th scope="row">
        <a
          href={hashOf(conversation, store)}
          data-row
          aria-label={count.value > 0 ? laterWords.conversations.unread(name, count.value) : name}
        >
          <Title of={conversation} />
          <Count of={count.value} mentions={mentions.value} />
        </a>
      </th>
      <td class="people">{people.length > 0 && <Faces of={people} />}</td>
      <td class="last">{timestamp !== null && <When timestamp={timestamp} />}</td>
    </tr>
  )
}
