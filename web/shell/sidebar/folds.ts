import { signal } from '@preact/signals'

const name = 'folded'

/** Names of the sections that somebody opened or closed in this browser. */
const toggled = signal<ReadonlySet<string>>(new Set(localStorage.getItem(name)?.split(' ')))

/** Whether a section is open. Until somebody toggles it, it is as it `isAtFirst`. */
export const isOpen = (section: string, isAtFirst: boolean): boolean => toggled.value.has(section) !== isAtFirst

/** Opens a section or closes it, for the next time, too. */
export function toggle(section: string): void {
  toggled.value = toggled.peek().symmetricDifference(new Set([section]))
  localStorage.setItem(name, [...toggled.peek()].join(' '))
}
