import { signal, type Signal } from '@preact/signals-core'

/** Notifies all effects that read the signal. */
export function bumpVersion(version: Signal<number>): void {
  version.value = version.peek() + 1
}

/** 256 signals for any number of ids. Several ids share a signal, which is enough because few are on show at a time. */
export function createVersions(): (id: number) => Signal<number> {
  const versions = Array.from({ length: 256 }, () => signal(0))
  return (id) => versions[id % 256]!
}
