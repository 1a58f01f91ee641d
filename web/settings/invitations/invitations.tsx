import { useSignal } from '@preact/signals'
import { useStore } from '../../session/context'
import { Make } from './make'
import { OpenInvitations } from './open-invitations'
import { kindsFor } from './terms'

/** Invites people, and shows who is invited. */
export function Invitations() {
  const store = useStore()
  /** Counts what was made, so that the list is asked for again. */
  const made = useSignal(0)
  return (
    <>
      {kindsFor(store).length > 0 && <Make onMade={() => (made.value += 1)} />}
      <OpenInvitations made={made.value} />
    </>
  )
}
