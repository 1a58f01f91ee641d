import { useSignal } from '@preact/signals'
import { X } from 'lucide'
import { useRef } from 'preact/hooks'
import type { User } from '../../../client'
import { More } from '../../ui/form'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { Avatar, Button, IconButton } from '../../ui'
import { rank } from '../../lib/rank'
import { searchPeople } from '../people/search'
import { useStore } from '../../session/context'
import { hasLeft } from './card'
import { PersonLink } from './links'
import { focusIn } from '../../ui/focus'
import './profiles.css'

interface ChosenPeopleProps {
  readonly ids: readonly number[]
  /** The name of the text box. */
  readonly find: string
  /** The heading of the people who can be added. */
  readonly others: string
  /** Whether a person can be added; by default everybody can. */
  readonly isOffered?: (user: User) => boolean
  /** Resolves with whether the person was added. Null if the user may add nobody. */
  readonly onAdd: ((user_id: number) => Promise<boolean>) | null
  readonly onRemove: ((user_id: number) => Promise<boolean>) | null
  /** Whether a name opens the person's dialog. */
  readonly isLinked?: boolean
}

/** Most people that are offered to add. */
const maxOfferedPeople = 20

const names = ({ full_name }: User): readonly string[] => [full_name]

/**
 * A list of people. Its text box filters the list, and offers others to add. If the list has no match, Enter adds the first of
 * the others.
 */
export function ChosenPeople(props: ChosenPeopleProps) {
  const { ids, find, others, isOffered = () => true, onAdd, onRemove, isLinked = false } = props
  const store = useStore()
  const t = texts.people
  const typed = useSignal('')
  const root = useRef<HTMLDivElement>(null)
  const { users } = store
  const isChosen = new Set(ids)
  const all = ids.flatMap((id) => users.get(id) ?? [])
  const chosen = rank(all, typed.value, { names, maxResults: Infinity })
  const offered =
    onAdd === null || typed.value.trim() === ''
      ? []
      : searchPeople(store.state.realm_users.value, typed.value, {
          isWanted: (user) => !isChosen.has(user.user_id) && isOffered(user),
          maxResults: maxOfferedPeople,
        })

  async function change(made: Promise<boolean>): Promise<void> {
    const isMade = await made
    if (isMade) typed.value = ''
    // The pressed button is gone, so the text box gets the focus.
    focusIn(root.current, 'input')
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // Enter must not submit a form around the list.
    event.preventDefault()
    const [first] = offered
    if (first && chosen.length === 0) void change(onAdd!(first.user_id))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the text box within
    <div ref={root} class="chosen-people" onKeyDown={onKeyDown}>
      <Filter name={find} value={typed.value} onType={(text) => (typed.value = text)} />
      {typed.value !== '' && chosen.length === 0 && offered.length === 0 && <p class="hint">{t.nobody}</p>}
      <More key={typed.value} items={chosen}>
        {(user) => (
          <li key={user.user_id}>
            <Name user={user} isLinked={isLinked} />
            {onRemove && (
              <IconButton
                icon={X}
                name={t.remove(user.full_name)}
                onClick={() => void change(onRemove(user.user_id))}
              />
            )}
          </li>
        )}
      </More>
      {offered.length > 0 && (
        <>
          <h3>{others}</h3>
          <ul class="rows">
            {offered.map((user) => (
              <li key={user.user_id}>
                <Name user={user} isLinked={isLinked} />
                <Button
                  aria-label={texts.streams.addOf(user.full_name)}
                  onClick={() => void change(onAdd!(user.user_id))}
                >
                  {texts.streams.add}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Name({ user, isLinked }: { user: User; isLinked: boolean }) {
  const { user_id, full_name, avatar_url } = user
  return (
    <>
      {!isLinked && <Avatar user_id={user_id} name={full_name} picture={avatar_url} size={24} />}
      <span class="grow">
        {isLinked ? <PersonLink id={user_id} /> : <bdi>{full_name}</bdi>}
        {hasLeft(user, useStore()) && <small>{texts.profile.gone}</small>}
      </span>
    </>
  )
}
