import { useSignal, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface Asked {
  readonly isAsked: Signal<boolean>
  /** What holds the button, and the question in its place. */
  readonly root: RefObject<HTMLDivElement | null>
}

/** Whether a question stands in place of a button. The focus goes along to what `focused` selects: what was pressed is gone. */
export function useConfirming(focused: string): Asked {
  const isAsked = useSignal(false)
  const root = useRef<HTMLDivElement>(null)
  const isNew = useRef(true)
  useEffect(() => {
    if (!isNew.current) root.current!.querySelector<HTMLElement>(focused)!.focus()
    isNew.current = false
  }, [isAsked.value])
  return { isAsked, root }
}
