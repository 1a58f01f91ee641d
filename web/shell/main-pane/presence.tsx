import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useDerived } from '../../lib/use-derived'
import { texts } from '../../i18n'
import { participantsOf, type Participant, useStatus } from '../../features/people'
import { lastSeen } from '../../features/profiles'
import { useStore } from '../../session/context'
import './presence.css'

/** Whether the people of the open direct messages are online. */
export function PresenceHere({ user_ids }: { user_ids: readonly number[] }) {
  const store = useStore()
  const people = participantsOf(
    user_ids.filter((id) => id !== store.user_id),
    store,
  )
  return people.length > 1 ? <OfGroup people={people} /> : user_ids[0] !== store.user_id && <OfOne people={people} />
}

/** Milliseconds between updates of the text that says when somebody was last seen. */
const refresh = 60_000

function OfOne({ people }: { people: readonly Participant[] }) {
  const store = useStore()
  const status = useStatus(people)
  const passed = useSignal(0)
  useEffect(() => {
    const timer = setInterval(() => (passed.value += 1), refresh)
    return () => clearInterval(timer)
  }, [])
  void passed.value
  if (status === null) return null
  return <p class={`present presence ${status}`}>{lastSeen(people[0]!.user_id, status, store)}</p>
}

function OfGroup({ people }: { people: readonly Participant[] }) {
  const { presence } = useStore()
  const ids = people.map(({ user_id }) => user_id)
  const online = useDerived(() => {
    const statuses = ids.map((id) => presence.status(id).value)
    return statuses.filter((status) => status !== 'offline').length
  }, [presence, ids.join()]).value
  return online > 0 && <p class="present presence active">{texts.people.onlineOf(online, people.length)}</p>
}
