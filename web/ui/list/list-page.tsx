import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useListKeys } from './list-keys'
import './list-page.css'

interface ListPageProps {
  /** Class of the list. */
  readonly kind: string
  /** What stands above it. */
  readonly tools?: ComponentChildren
  readonly children: ComponentChildren
}

/** A list that is a page of its own, and is gone through by keys. */
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
