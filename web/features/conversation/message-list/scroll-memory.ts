import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Where somebody stopped reading: the first message in sight, and at which part of the height it stood. */
export interface SavedScroll {
  readonly id: number
  readonly part: number
}

/** By narrow, as long as the page is open. */
const places = new Map<string, SavedScroll>()

/** Milliseconds of rest after which it is remembered. */
const rest = 200

/** Where somebody stopped in a narrow. An address that names a message is left only where one comes back to it. */
export function savedScrollIn(narrow: string, isNamed: boolean): SavedScroll | undefined {
  const entry = (history.state as { left?: SavedScroll } | null)?.left
  return (isNamed ? undefined : places.get(narrow)) ?? entry
}

interface LeftOptions {
  readonly narrow: string
  readonly feed: RefObject<HTMLElement | null>
  /** Whether nothing is to be remembered: whoever comes back wants to see what is new. */
  readonly isFollowing: () => boolean
}

/** Remembers where somebody stops reading. Call what it returns when they scroll. */
export function useScrollMemory(options: LeftOptions): () => void {
  const latest = useRef(options)
  latest.current = options
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  function remember(): SavedScroll | undefined {
    const { narrow, feed, isFollowing } = latest.current
    timer.current = undefined
    // It may have gone together with what it is in.
    if (feed.current === null) return undefined
    const { top, height } = feed.current.getBoundingClientRect()
    const first = [...feed.current.querySelectorAll<HTMLElement>('[data-id]')].find(
      (one) => one.getBoundingClientRect().bottom > top,
    )
    if (first === undefined || height === 0) return undefined
    const part = (first.getBoundingClientRect().top - top) / height
    const scroll = isFollowing() ? undefined : { id: Number(first.dataset['id']), part }
    if (scroll) places.set(narrow, scroll)
    else places.delete(narrow)
    return scroll
  }

  useEffect(
    () => () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      remember()
    },
    [],
  )
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => history.replaceState({ ...history.state, left: remember() }, ''), rest)
  }
}
