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

/** When the last of the components that load in the background has been rendered. */
let lastTurn: Promise<void> = Promise.resolve()

/** Resolves in a task of its own, so that the page can paint and take input between two components. */
const turn = (): Promise<void> => (lastTurn = lastTurn.then(() => new Promise((resolve) => setTimeout(resolve))))

/**
 * A component whose code and texts are not part of the first view. Shows its children until they are loaded. With `after`, which is
 * usually the first view, they load in the background as soon as it resolves, so that they are there at the first press. Without it,
 * they load when the component is first rendered.
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
      const [component] = await Promise.all([load(), loadReasons()])
      if (after !== undefined) await turn()
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

  void after?.then(begin)

  return function Later(props: RenderableProps<P>) {
    useEffect(() => void (after ?? begin()), [])
    const Component = loaded.value
    return Component === null ? <>{props.children}</> : <Component {...props} />
  }
}
