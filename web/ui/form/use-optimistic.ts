import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Shows a choice before it is saved. It reverts if saving fails. */
export function useOptimistic<T>(
  value: T,
  save: (value: T) => Promise<boolean>,
): { readonly current: T; readonly choose: (value: T) => Promise<void> } {
  const chosen = useSignal<{ readonly value: T } | null>(null)
  // The choice was saved, or another device changed the value.
  useEffect(() => {
    chosen.value = null
  }, [value])
  return {
    current: chosen.value === null ? value : chosen.value.value,
    async choose(next) {
      chosen.value = { value: next }
      if (!(await save(next))) chosen.value = null
    },
  }
}
