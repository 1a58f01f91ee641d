import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** What somebody chooses: shown at once, until it is told, or taken back because it was refused. */
export function useOptimistic<T>(
  value: T,
  save: (value: T) => Promise<boolean>,
): { readonly current: T; readonly choose: (value: T) => Promise<void> } {
  const chosen = useSignal<{ readonly value: T } | null>(null)
  // It is told, or another device chose something else.
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
