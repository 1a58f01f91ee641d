import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { User } from '../../../client'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { peopleAddress } from '../../routes/routes'
import { useStore } from '../../session/context'
import { StatusEmoji } from './status-emoji'

/** People that are shown until the user asks for more. */
const atFirst = 25

interface GroupProps {
  readonly title: string
  readonly people: readonly User[]
}

/** A list of people under a heading. */
export function Group({ title, people }: GroupProps) {
  const isWhole = useSignal(false)
  if (people.length === 0) return null
  const shown = isWhole.value ? people : people.slice(0, atFirst)
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {shown.map((person) => (
          <Person key={person.user_id} person={person} />
        ))}
      </ul>
      {shown.length < people.length && (
        <Button kind="quiet" onClick={() => (isWhole.value = true)}>
          {texts.people.more(people.length - shown.length)}
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
