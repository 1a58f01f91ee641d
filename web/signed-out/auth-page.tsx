import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import './signed-out.css'

interface SheetProps {
  readonly title: string
  /** What stands below the title. Its place is kept until it is known. */
  readonly about?: string | undefined
  readonly children?: ComponentChildren
}

/** A page of somebody who is not logged in. */
export function AuthPage({ title, about = ' ', children }: SheetProps) {
  const root = useRef<HTMLElement>(null)
  useEffect(() => {
    // Where somebody was before is gone.
    if (document.activeElement === document.body) root.current?.focus()
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

/** What went wrong. */
export const Alert = ({ text }: { text: string }) => (
  <p role="alert" class="alert" dir="auto">
    {text}
  </p>
)
