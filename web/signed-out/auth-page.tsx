import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { focusIn, isFocusLost } from '../ui/focus'
import './signed-out.css'

interface SheetProps {
  readonly title: string
  /** The line below the title. A space reserves its place. */
  readonly about?: string | undefined
  readonly children?: ComponentChildren
}

/** The frame of a page for people who are not logged in. */
export function AuthPage({ title, about = ' ', children }: SheetProps) {
  const root = useRef<HTMLElement>(null)
  useEffect(() => {
    // The element that had the focus is gone.
    if (isFocusLost()) focusIn(root.current)
  }, [])
  return (
    <main ref={root} class="gate" tabIndex={-1}>
      <div class="sheet">
        <h1 dir="auto">{title}</h1>
        <p class="organization" dir="auto">
          {about}
        </p>
        {children}
      </div>
    </main>
  )
}

export const Alert = ({ text }: { text: string }) => (
  <p role="alert" class="alert" dir="auto">
    {text}
  </p>
)
