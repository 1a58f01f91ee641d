import { signal } from '@preact/signals'
import type { FunctionComponent, RenderableProps } from 'preact'
import { useEffect } from 'preact/hooks'
import { texts } from '../i18n'
import { loadReasons } from './reason'
import { showToast } from './toasts'

/** Whether the server has a newer release than this page. */
export const isReplaced = signal(false)

/** How many components are loading. */
export const loadCount = signal(0)

/** Whether files of this page are gone from the server. Throws if the server cannot be reached. */
const isGone = async (): Promise<boolean> =>
  (await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' })).status === 404

/**
 * A component whose code and texts load when it is first rendered, to keep them out of the first view. Shows its children until
 * then. Loading waits for `after`, if given.
 */
export function lazy<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  after?: Promise<void>,
): FunctionComponent<P> {
  const loaded = signal<FunctionComponent<P> | null>(null)
  let isLoading = false

  async function begin(): Promise<void> {
    if (isLoading || loaded.peek() !== null) return
    isLoading = true
    loadCount.value += 1
    try {
      await after
      const [component] = await Promise.all([load(), loadReasons()])
      loaded.value = component
    } catch {
      if (await isGone().catch(() => false)) isReplaced.value = true
      else {
        showToast(texts.connection.notLoaded)
        addEventListener('online', () => void begin(), { once: true })
      }
    } finally {
      isLoading = false
      loadCount.value -= 1
    }
  }

  return function Later(props: RenderableProps<P>) {
    useEffect(() => void begin(), [])
    const Component = loaded.value
    return Component === null ? <>{props.children}</> : <Component {...props} />
  }
}
