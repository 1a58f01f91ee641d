import { UserPlus } from 'lucide'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { dialogs } from '../../routes/dialogs'
import { useDerived } from '../../lib/use-derived'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { Button } from '../../ui'
import { goTo, route } from '../../routes/routes'
import { matching } from '../../lib/rank'
import { useStore } from '../../session/context'
import { Group } from './group'
import { searchPeople } from './search'
import './people.css'

/** The people of the organization: in the conversation, online, and offline. */
export function Column() {
  const store = useStore()
  const { state, presence } = store
  const users = state.realm_users.value
  const muted = state.muted_users.value
  const typed = useSignal('')
  const people = useMemo(() => {
    const matchOf = matching(typed.value)
    return users.filter(
      ({ is_bot, user_id, full_name }) => !is_bot && !store.users.isMuted(user_id) && matchOf(full_name) !== null,
    )
  }, [users, muted, typed.value])
  const talking = useDerived(
    () => (route.value !== null && 'user_ids' in route.value ? route.value.user_ids.join() : ''),
    [],
  ).value
  // As a string, so that thousands of people are grouped again only when somebody comes online or goes offline.
  const present = useDerived(
    () => people.flatMap(({ user_id }) => (presence.present.value.has(user_id) ? [user_id] : [])).join(),
    [people, presence],
  ).value
  const groups = useMemo(() => {
    const isTalking = new Set(idsOf(talking))
    const isPresent = new Set(idsOf(present))
    const groups = Map.groupBy(people, ({ user_id }) =>
      isTalking.has(user_id) ? 'talking' : isPresent.has(user_id) ? 'online' : 'offline',
    )
    return new Map([...groups].map(([name, group]) => [name, new Set(group)]))
  }, [people, talking, present])

  return (
    <div class="people">
      <Filter name={texts.people.find} value={typed.value} onType={(text) => (typed.value = text)} />
      {(['talking', 'online', 'offline'] as const).map((name) => {
        const group = groups.get(name) ?? new Set()
        return (
          <Group
            key={name}
            title={texts.people.titles[name](group.size)}
            count={group.size}
            first={(maxResults) => searchPeople(users, typed.value, { isWanted: (one) => group.has(one), maxResults })}
          />
        )
      })}
      {people.length === 0 && <p class="hint">{texts.people.nobody}</p>}
      {state.can_invite_others_to_realm.value && (
        <Button kind="quiet" icon={UserPlus} onClick={() => goTo(dialogs.invite)}>
          {texts.accountMenu.invite}
        </Button>
      )}
      {users.length < 2 && <p class="hint">{texts.people.alone}</p>}
    </div>
  )
}

const idsOf = (text: string): number[] => text.split(',').map(Number)
