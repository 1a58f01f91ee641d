import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useSession } from '../../../session/context'

/** Milliseconds that a message must be on the screen before it counts as read. */
const enough = 500

interface SeenOptions {
  readonly feed: HTMLElement
  readonly isUnread: (id: number) => boolean
  readonly onSeen: (ids: readonly number[]) => void
}

/** Reports messages as seen once their end has been on the screen of a focused window. Call `checkSoon` after each render. */
function trackReading({ feed, isUnread, onSeen }: SeenOptions): { look: () => void; stop: () => void } {
  let since = new Map<number, number>()
  /** Messages that were on the screen and read. If the user marks one as unread, it stays so until they come back to it. */
  let rested: ReadonlySet<number> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined

  function checkSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      check()
    }, 50)
  }

  function check(): void {
    if (document.visibilityState !== 'visible' || !document.hasFocus()) {
      since.clear()
      return
    }
    const time = performance.now()
    const { top, bottom } = feed.getBoundingClientRect()
    const seen = new Map<number, number>()
    const resting = new Set<number>()
    for (const element of feed.querySelectorAll<HTMLElement>('[data-id]')) {
      const id = Number(element.dataset['id'])
      const box = element.getBoundingClientRect()
      if (box.bottom <= top || box.bottom > bottom + 1) continue
      if (!isUnread(id) || rested.has(id)) resting.add(id)
      else seen.set(id, since.get(id) ?? time)
    }
    since = seen
    const read = [...seen].filter(([, at]) => time - at >= enough).map(([id]) => id)
    rested = new Set([...resting, ...read])
    if (read.length > 0) onSeen(read)
    if (seen.size > read.length) timer ??= setTimeout(() => ((timer = undefined), check()), enough)
  }

  const stops = [
    [feed, 'scroll'],
    [document, 'visibilitychange'],
    [globalThis, 'focus'],
    [globalThis, 'blur'],
    [globalThis, 'resize'],
  ].map(([target, name]) => {
    ;(target as EventTarget).addEventListener(name as string, checkSoon, { passive: true })
    return () => (target as EventTarget).removeEventListener(name as string, checkSoon)
  })
  return {
    look: checkSoon,
    stop() {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}

/** Marks messages as read once the user has seen them, if `isTracked`: only in conversations, which stay open while they are mounted. */
export function useReadTracking(feed: RefObject<HTMLElement | null>, isTracked: boolean): void {
  const { store, outbox } = useSession()
  const seen = useRef<ReturnType<typeof trackReading> | null>(null)
  useEffect(() => {
    if (isTracked)
      seen.current = trackReading({
        feed: feed.current!,
        isUnread: (id) => store.unread.isShownUnread(id),
        onSeen: (read) => void outbox.do({ kind: 'read', messages: read }).done.catch(() => undefined),
      })
    return () => seen.current?.stop()
  }, [])
  // After each rendering, which may have moved the messages.
  useEffect(() => seen.current?.look())
}
