import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Refusal } from '../../../client'
import { Button } from '..'
import { reasonOf } from '../reason'

/** Data that is not in the store and has to be requested. */
interface LoadedData<T> {
  /** Null until it is loaded. After a change, the caller must update it. */
  readonly data: Signal<T | null>
  readonly isFailed: ReadonlySignal<boolean>
  /** Why the server refused the request; empty if the request failed otherwise. */
  readonly refusal: ReadonlySignal<string>
  readonly load: () => Promise<void>
}

/** Requests the data when the component is mounted, and at each call of `load`. */
export function useLoaded<T>(ask: () => Promise<T>): LoadedData<T> {
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
        refusal.value = error instanceof Refusal ? reasonOf(error) : ''
        isFailed.value = true
      }
    }
    return { data, isFailed, refusal, load }
  }, [])
  useEffect(() => void loaded.load(), [])
  return loaded
}

interface LoadingProps {
  readonly of: Pick<LoadedData<never>, 'isFailed' | 'refusal' | 'load'> & { readonly data: ReadonlySignal<unknown> }
  readonly texts: { readonly loading: string; readonly failed: string; readonly again: string }
}

/** Shown while data is loading, and when loading failed. */
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
