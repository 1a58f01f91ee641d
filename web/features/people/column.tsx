import { UserPlus } from 'lucide'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { User } from '../../../client'
import { dialogs } from '../../routes/dialogs'
import { useDerived } from '../../lib/use-derived'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { Button } from '../../ui'
import { goTo, route } from '../../routes/routes'
import { ranked } from '../../lib/rank'
import { useStore } from '../../session/context'
import { Group } from './group'
import './people.css'

/** The people of the organization: in the conversation, online, and offline. */
export function Column() {
  const store = useStore()
  const { state, presence } = store
  const users = state.realm_users.value
  const muted = state.muted_users.value
  const typed = useSignal('')
  const people = useMemo(
    () =>
      ranked(
        users.filter(({ is_bot, user_id }) => !is_bot && !store.users.isMuted(user_id)),
        typed.value,
        { names: ({ full_name }) => [full_name], maxResults: Infinity },
      ),
    [users, muted, typed.value],
  )
  const statuses = useMemo(() => people.map(({ user_id }) => presence.status(user_id)), [people, presence])
  // As a string, so that the list renders again only when somebody comes online or goes offline.
  const isOnline = useDerived(
    () => statuses.map(({ value }) => (value === 'offline' ? '-' : '+')).join(''),
    [statuses],
  ).value
  const ids = useDerived(
    () => (route.value !== null && 'user_ids' in route.value ? route.value.user_ids.join() : ''),
    [],
  )
  const isTalking = new Set(ids.value.split(',').map(Number))

  const groups: User[][] = [[], [], []]
  people.forEach((one, index) => groups[isTalking.has(one.user_id) ? 0 : isOnline[index] === '+' ? 1 : 2]!.push(one))
  const { talking, online, offline } = texts.people.titles
  return (
    <div class="people">
      <Filter name={texts.people.find} value={typed.value} onType={(text) => (typed.value = text)} />
      {[talking, online, offline].map((title, index) => (
        <Group key={index} title={title(groups[index]!.length)} people={groups[index]!} />
      ))}
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
