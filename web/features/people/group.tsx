import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { User } from '../../../client'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { peopleAddress } from '../../routes/routes'
import { useStore } from '../../session/context'
import { StatusEmoji } from './status-emoji'

/** People that are shown at first, and how many more at each request. */
const [atFirst, atOnce] = [25, 100]

interface GroupProps {
  readonly title: string
  /** The number of people in the group. */
  readonly count: number
  /** The first people of the group, at most so many. */
  readonly first: (maxPeople: number) => readonly User[]
}

/** A list of people under a heading. */
export function Group({ title, count, first }: GroupProps) {
  const maxShown = useSignal(atFirst)
  if (count === 0) return null
  const hiddenCount = count - maxShown.value
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {first(maxShown.value).map((person) => (
          <Person key={person.user_id} person={person} />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button kind="quiet" onClick={() => (maxShown.value += atOnce)}>
          {texts.people.more(hiddenCount)}
        </Button>
      )}
    </section>
  )
}

function Person({ person: { user_id, full_name } }: { person: User }) {
  const store = useStore()
  const status = useMemo(() => store.presence.status(user_id), [store, user_id]).value
  const name = user_id === store.user_id ? texts.sidebar.oneself(full_name) : full_name
  return (
    <li>
      <a
        class={`person presence ${status}`}
        href={peopleAddress([user_id], [full_name])}
        aria-label={texts.people[status](name)}
      >
        <bdi>{name}</bdi>
        <StatusEmoji user_id={user_id} />
      </a>
      <button type="button" aria-label={texts.mainPane.about(full_name)} data-user-id={user_id} />
    </li>
  )
}
