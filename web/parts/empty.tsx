import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Icon } from './icon'
import './empty.css'

interface EmptyProps {
  readonly icon: IconNode
  readonly title: string
  /** Whether nothing else is on the page. */
  readonly isAll?: boolean
  /** What one can do. */
  readonly advice?: string
  readonly children?: ComponentChildren
}

/** What stands where there is nothing else to show. */
export const Empty = ({ icon, title, isAll = false, advice, children }: EmptyProps) => (
  <div class="empty">
    <Icon of={icon} size={28} />
    {isAll ? <h1>{title}</h1> : <h2>{title}</h2>}
    {advice !== undefined && <p>{advice}</p>}
    {children}
  </div>
)
