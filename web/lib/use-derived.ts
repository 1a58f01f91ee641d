import { computed, type ReadonlySignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'

/**
 * A computed value of signals and properties. `useComputed` only follows signals; list everything else that may change in
 * `inputs`.
 */
export const useDerived = <T>(compute: () => T, inputs: readonly unknown[]): ReadonlySignal<T> =>
  useMemo(() => computed(compute), inputs)
