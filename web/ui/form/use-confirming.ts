import { useSignal, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { focusIn } from '../focus'

interface Confirmation {
  readonly isAsked: Signal<boolean>
  /** The element that contains either the button or the question. */
  readonly root: RefObject<HTMLDivElement | null>
}

/** Replaces a button by a question. The pressed button leaves the DOM, so the focus moves to what `focused` selects. */
export function useConfirming(focused: string): Confirmation {
  const isAsked = useSignal(false)
  const root = useRef<HTMLDivElement>(null)
  const isNew = useRef(true)
  useEffect(() => {
    if (!isNew.current) focusIn(root.current, focused)
    isNew.current = false
  }, [isAsked.value])
  return { isAsked, root }
}
