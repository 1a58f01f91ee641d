import { Globe, Lock } from 'lucide'
import type { Subscription } from '../../../../client'
import { Icon } from '../../../ui'

type Marked = Pick<Subscription, 'invite_only' | 'is_web_public'> & { readonly color?: string }

/** The color of a stream, with an icon if it is private or public on the web. */
export const StreamIcon = ({ of: { color = 'var(--border-strong)', invite_only, is_web_public } }: { of: Marked }) => (
  <span class="stream-mark" style={{ '--own': color }}>
    {invite_only && <Icon of={Lock} size={14} />}
    {is_web_public && !invite_only && <Icon of={Globe} size={14} />}
  </span>
)
