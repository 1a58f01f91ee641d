import { Globe, Hash, Lock } from 'lucide'
import { Icon } from '../../ui'
import type { Stream } from './stream'

/** An icon for who may read a stream, in the user's color if they subscribe. The text beside it says the same. */
export function PrivacyIcon({ of: stream }: { of: Stream }) {
  const icon = stream.invite_only ? Lock : stream.is_web_public ? Globe : Hash
  return (
    <span class="mark" style={{ color: 'color' in stream ? stream.color : undefined }}>
      <Icon of={icon} size={16} />
    </span>
  )
}
