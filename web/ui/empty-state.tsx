import type { ComponentChildren } from 'preact'
import { Drawing, type DrawingName } from './drawings/drawing'
import './empty-state.css'

interface EmptyProps {
  readonly drawing: DrawingName
  readonly title: string
  /** Whether it is the whole page, so that its title is the heading. */
  readonly isAll?: boolean
  /** What the user can do. */
  readonly advice?: string
  /** A button or link for that. */
  readonly children?: ComponentChildren
}

/** Shown in place of an empty list or a failed page. */
export const EmptyState = ({ drawing, title, isAll = false, advice, children }: EmptyProps) => (
  <div class="empty">
    <Drawing of={drawing} />
    {isAll ? <h1>{title}</h1> : <h2>{title}</h2>}
    {advice !== undefined && <p>{advice}</p>}
    {children}
  </div>
)
