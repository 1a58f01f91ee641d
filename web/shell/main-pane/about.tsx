import { Info } from 'lucide'
import { openPerson, openStream } from '../../routes/dialogs'
import { IconButton } from '../../ui'
import type { Route } from '../../routes/routes'
import { useStore } from '../../session/context'
import { words } from '../../i18n/words'

/** A button that opens the dialog about the open stream or person. */
export function About({ of }: { of: Route }) {
  const { streams, users } = useStore()
  if ('stream_id' in of) {
    const { stream_id } = of
    const name = streams.get(stream_id)?.name ?? ''
    return <IconButton icon={Info} name={words.place.about(name)} onClick={() => openStream(stream_id)} />
  }
  if (!('user_ids' in of) || of.user_ids.length !== 1) return null
  const [id] = of.user_ids as [number]
  const name = users.name(id) ?? words.sidebar.somebody
  return <IconButton icon={Info} name={words.place.about(name)} onClick={() => openPerson(id)} />
}
