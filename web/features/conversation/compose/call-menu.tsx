import { Phone, Video } from 'lucide'
import type { RefObject } from 'preact'
import { callServer } from '../../../../client/policies'
import { texts } from '../../../i18n'
import { Icon, Menu } from '../../../ui'
import { callLink } from './call-link'
import { insert } from './edit-text'
import type { Writer } from './recipient'

interface CallMenuProps {
  readonly writer: Writer
  readonly area: RefObject<HTMLTextAreaElement | null>
}

/** A menu that adds a link to a new call to the text. There is none if the organization makes no calls. */
export function CallMenu({ writer, area }: CallMenuProps) {
  const server = callServer(writer.store)
  if (server === null) return null
  const add = (isVideo: boolean): void => insert(area.current!, callLink(server, isVideo))
  return (
    <Menu
      name={texts.calls.add}
      items={[
        { name: texts.calls.addVideo, icon: Video, onChoose: () => add(true) },
        { name: texts.calls.addVoice, icon: Phone, onChoose: () => add(false) },
      ]}
    >
      <Icon of={Video} />
    </Menu>
  )
}
