import type { ComponentChildren } from 'preact'
import { Drawing, type DrawingName } from './drawings/drawing'
import './empty-state.css'

interface EmptyProps {
  readonly drawing: DrawingName
  readonly title: string
  /** Whether nothing else is on the page. */
  readonly isAll?: boolean
  /** What one can do. */
  readonly advice?: string
  /** A button or link that does it. */
  readonly children?: ComponentChildren
}

/** What stands where there is nothing else to show. */
export const EmptyState = ({ drawing, title, isAll = false, advice, children }: EmptyProps) => (
  <div class="empty">
    <Drawing of={drawing} />
    {isAll ? <h1>{title}</h1> : <h2>{title}</h2>}
    {advice !== undefined && <p>{advice}</p>}
    {children}
  </div>
)
