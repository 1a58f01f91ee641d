import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Where the user stopped reading: the first visible message, and its offset from the top as a part of the list's height. */
export interface SavedScroll {
  readonly id: number
  readonly part: number
}

/** By the key of the narrow (`narrowKey`), until the page is reloaded. */
const places = new Map<string, SavedScroll>()

/** Milliseconds without scrolling after which the position is saved. */
const rest = 200

/** The saved position in a narrow. If the address names a message (`isNamed`), only the position of this history entry counts. */
export function savedScrollIn(narrow: string, isNamed: boolean): SavedScroll | undefined {
  const entry = (history.state as { left?: SavedScroll } | null)?.left
  return (isNamed ? undefined : places.get(narrow)) ?? entry
}

interface LeftOptions {
  readonly narrow: string
  readonly feed: RefObject<HTMLElement | null>
  /** Whether the list follows new messages. Then nothing is saved, so that the user sees the newest ones when they come back. */
  readonly isFollowing: () => boolean
}

/** Remembers where the user stops reading. Call the returned function whenever the list scrolls. */
export function useScrollMemory(options: LeftOptions): () => void {
  const latest = useRef(options)
  latest.current = options
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  function remember(): SavedScroll | undefined {
    const { narrow, feed, isFollowing } = latest.current
    timer.current = undefined
    // The list may be gone together with its parent.
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
