import { signal, type Signal } from '@preact/signals-core'

/** Says to whoever watches that something is another one than before. */
export function bump(version: Signal<number>): void {
  version.value = version.peek() + 1
}

/** Signals for a great many things by their numbers, each for its share of them: few are on show at a time. */
export function createVersions(): (id: number) => Signal<number> {
  const versions = Array.from({ length: 256 }, () => signal(0))
  return (id) => versions[id % 256]!
}
