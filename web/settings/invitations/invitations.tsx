import { useSignal } from '@preact/signals'
import { useStore } from '../../session/context'
import { Make } from './make'
import { OpenInvitations } from './open-invitations'
import { kindsFor } from './terms'

/** Makes invitations, and lists those that are still open. */
export function Invitations() {
  const store = useStore()
  /** Counts the invitations made here, so that the list is loaded again. */
  const invitationCount = useSignal(0)
  return (
    <>
      {kindsFor(store).length > 0 && <Make onMade={() => (invitationCount.value += 1)} />}
      <OpenInvitations made={invitationCount.value} />
    </>
  )
}
