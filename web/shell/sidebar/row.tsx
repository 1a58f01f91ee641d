import type { ComponentChildren } from 'preact'
import { Count } from '../../features/conversation/summary/count'
import { ShortName } from '../../features/people'
import { texts } from '../../i18n'

interface RowProps {
  readonly href: string
  readonly name: string
  /** The full name, for screen readers and the tooltip. */
  readonly wholeName?: string
  /** The label of the link; by default the name and what is unread. */
  readonly label?: string
  readonly description?: string | undefined
  readonly isCurrent: boolean
  readonly count?: number
  /** Whether the count is of unread messages (the default), not of drafts or the like. */
  readonly isUnread?: boolean
  readonly mentions?: number
  readonly isMuted?: boolean
  readonly kind?: 'topic'
  readonly leading?: ComponentChildren
}

/** A link in the sidebar, with its count. */
export const Row = ({ href, name, label, isCurrent, count = 0, leading, ...row }: RowProps) => {
  const { wholeName = name, mentions = 0, isMuted = false, isUnread = true, kind = '', description } = row
  const state = [kind, isMuted && 'muted', isUnread && count > 0 && 'unread'].filter(Boolean).join(' ')
  return (
    <a
      class={`row ${state}`}
      href={href}
      aria-label={label ?? labelOf(wholeName, count, isMuted)}
      title={wholeName === name ? undefined : wholeName}
      aria-description={description}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {leading}
      <span class="name">
        <ShortName of={name} whole={wholeName} />
      </span>
      <Count of={count} mentions={mentions} />
    </a>
  )
}

function labelOf(name: string, count: number, isMuted: boolean): string {
  const known = isMuted ? texts.sidebar.muted(name) : name
  return count > 0 ? texts.sidebar.unread(known, count) : known
}
