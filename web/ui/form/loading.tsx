import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Refusal } from '../../../client'
import { Button } from '..'

/** Something of which only the server knows. */
interface Loaded<T> {
  /** Null as long as it is not there. Whoever changes it changes this, too. */
  readonly data: Signal<T | null>
  readonly isFailed: ReadonlySignal<boolean>
  /** Why the server refused it; empty if it did not. */
  readonly refusal: ReadonlySignal<string>
  readonly load: () => Promise<void>
}

/** Asks for something when it is shown first, and whenever `load` is called. */
export function useLoaded<T>(ask: () => Promise<T>): Loaded<T> {
  const latest = useRef(ask)
  latest.current = ask
  const loaded = useMemo(() => {
    const data = signal<T | null>(null)
    const isFailed = signal(false)
    const refusal = signal('')
    async function load(): Promise<void> {
      try {
        isFailed.value = false
        data.value = await latest.current()
      } catch (error) {
        refusal.value = error instanceof Refusal ? error.message : ''
        isFailed.value = true
      }
    }
    return { data, isFailed, refusal, load }
  }, [])
  useEffect(() => void loaded.load(), [])
  return loaded
}

interface LoadingProps {
  readonly of: Pick<Loaded<never>, 'isFailed' | 'refusal' | 'load'> & { readonly data: ReadonlySignal<unknown> }
  readonly texts: { readonly loading: string; readonly failed: string; readonly again: string }
}

/** Stands where something is not loaded yet, or could not be loaded. */
export function Loading({ of: { data, isFailed, refusal, load }, texts }: LoadingProps) {
  if (isFailed.value)
    return (
      <p class="hint">
        {texts.failed} {refusal.value}{' '}
        <Button kind="quiet" onClick={() => void load()}>
          {texts.again}
        </Button>
      </p>
    )
  return data.value === null ? <p class="hint">{texts.loading}</p> : null
}
