import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useListKeys } from './list-keys'
import './list-page.css'

interface ListPageProps {
  /** CSS class of the list. */
  readonly kind: string
  /** Buttons and filters above the list. */
  readonly tools?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page that is a list, with shortcuts. */
export function ListPage({ kind, tools, children }: ListPageProps) {
  const page = useRef<HTMLDivElement>(null)
  const within = useListKeys(page)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and focus of everything within
    <div ref={page} class={`list-page ${kind}`} {...within}>
      {tools && <div class="tools">{tools}</div>}
      {children}
    </div>
  )
}
