import { Globe, Hash, Lock } from 'lucide'
import { Icon } from '../../ui'
import type { Stream } from './stream'

/** Who may read a stream, in the reader's colour of it if they are in it. The words beside it say so, too. */
export function PrivacyIcon({ of: stream }: { of: Stream }) {
  const icon = stream.invite_only ? Lock : stream.is_web_public ? Globe : Hash
  return (
    <span class="mark" style={{ color: 'color' in stream ? stream.color : undefined }}>
      <Icon of={icon} size={16} />
    </span>
  )
}
