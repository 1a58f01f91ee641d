import { Lightbox } from '../lightbox'
import { useSession } from '../../../session/context'
import { pictureLink, viewed } from './pictures'
import { clockOf } from './times'

/** The lightbox, with the picture that the user pressed. */
export function Viewer() {
  const { outbox } = useSession()
  const clock = clockOf(outbox.state.user_settings.value)
  return <Lightbox first={viewed.value!} links={pictureLink} clock={clock} onClose={() => (viewed.value = null)} />
}
