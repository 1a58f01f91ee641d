import { signal } from '@preact/signals'

const name = 'folded'

/** Ids of the sections that the user has opened or closed in this browser. */
const toggled = signal<ReadonlySet<string>>(new Set(localStorage.getItem(name)?.split(' ')))

/** Whether a section is open. Until the user toggles it, `isAtFirst` decides. */
export const isOpen = (section: string, isAtFirst: boolean): boolean => toggled.value.has(section) !== isAtFirst

/** Opens or closes a section, and remembers it. */
export function toggle(section: string): void {
  toggled.value = toggled.peek().symmetricDifference(new Set([section]))
  localStorage.setItem(name, [...toggled.peek()].join(' '))
}
