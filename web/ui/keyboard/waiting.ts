import { afterPaint } from '../../lib/after-paint'
import { loadCount } from '../lazy'
import { waitingShortcut } from './shortcuts'

/** Drops the shortcut that waits for its component, because the user does something else. */
export const dropWaiting = (): void => {
  waitingShortcut.value = null
}

/** Runs a shortcut as soon as a component that is loading can handle it. Gives up once everything is loaded and drawn. */
export function runWhenLoaded(attempt: () => boolean): void {
  waitingShortcut.value = attempt
  addEventListener('pointerdown', dropWaiting, { once: true })
  void dropWhenLoaded(attempt)
}

async function dropWhenLoaded(attempt: () => boolean): Promise<void> {
  await allLoaded()
  if (waitingShortcut.peek() !== attempt) return
  // Once more: the messages may have been drawn after everything was loaded.
  attempt()
  dropWaiting()
}

/** Resolves when nothing is loading, and what was loaded is mounted. */
async function allLoaded(): Promise<void> {
  let isQuiet = false
  while (!isQuiet) {
    await noneLoading()
    // A component that begins to load during these paints may also be loaded before their end, but it is not mounted yet.
    isQuiet = true
    const stop = loadCount.subscribe((count) => (isQuiet &&= count === 0))
    // Effects run after the first paint: they register shortcuts, and may begin to load more.
    await nextPaint()
    await nextPaint()
    stop()
  }
}

async function noneLoading(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = loadCount.subscribe((count) => count === 0 && resolve())
  await promise
  stop()
}

const nextPaint = (): Promise<void> => new Promise((resolve) => void afterPaint(resolve))
