import { computed, type ReadonlySignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'

/**
 * A value of signals and of what a component was given. `useComputed` is computed anew for signals only: what else changes, such
 * as a property, has to be among `inputs`.
 */
export const useDerived = <T>(compute: () => T, inputs: readonly unknown[]): ReadonlySignal<T> =>
  useMemo(() => computed(compute), inputs)
