import { Info } from 'lucide'
import { openPerson, openStream } from '../../routes/dialogs'
import { IconButton } from '../../ui'
import { everybody } from '../../features/people'
import type { Route } from '../../routes/routes'
import { useStore } from '../../session/context'
import { words } from '../../i18n/words'

/** A button that opens the dialog about the open stream or person. */
export function About({ of }: { of: Route }) {
  const store = useStore()
  const { state } = store
  const users = everybody(store).value
  if ('stream_id' in of) {
    const { stream_id } = of
    const { subscriptions, unsubscribed, never_subscribed } = state
    const streams = [...subscriptions.value, ...unsubscribed.value, ...never_subscribed.value]
    const name = streams.find((one) => one.stream_id === stream_id)?.name ?? ''
    return <IconButton icon={Info} name={words.place.about(name)} onClick={() => openStream(stream_id)} />
  }
  if (!('user_ids' in of) || of.user_ids.length !== 1) return null
  const [id] = of.user_ids as [number]
  const name = users.get(id)?.full_name ?? words.sidebar.somebody
  return <IconButton icon={Info} name={words.place.about(name)} onClick={() => openPerson(id)} />
}
