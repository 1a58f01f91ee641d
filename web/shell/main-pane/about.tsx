import { Info } from 'lucide'
import { personAddress, streamSettingsAddress } from '../../routes/dialogs'
import { IconButton } from '../../ui'
import { goTo, type Route } from '../../routes/routes'
import { useStore } from '../../session/context'
import { texts } from '../../i18n'

/** A button that opens the dialog about the open stream or person. */
export function About({ of }: { of: Route }) {
  const { streams, users } = useStore()
  if ('stream_id' in of) {
    const { stream_id } = of
    const name = streams.get(stream_id)?.name ?? ''
    return (
      <IconButton
        icon={Info}
        name={texts.mainPane.about(name)}
        onClick={() => goTo(streamSettingsAddress({ stream_id, name }))}
      />
    )
  }
  if (!('user_ids' in of) || of.user_ids.length !== 1) return null
  const [id] = of.user_ids as [number]
  const name = users.name(id) ?? texts.sidebar.somebody
  return <IconButton icon={Info} name={texts.mainPane.about(name)} onClick={() => goTo(personAddress(id))} />
}
