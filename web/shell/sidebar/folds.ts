import { signal } from '@preact/signals'

const name = 'folded'

/** Ids of the sections that the user has opened or closed in this browser. */
const toggledSections = signal<ReadonlySet<string>>(new Set(localStorage.getItem(name)?.split(' ')))

/** Whether a section is open. Until the user toggles it, `isAtFirst` decides. */
export const isOpen = (section: string, isAtFirst: boolean): boolean => toggledSections.value.has(section) !== isAtFirst

/** Opens or closes a section, and remembers it. */
export function toggle(section: string): void {
  toggledSections.value = toggledSections.peek().symmetricDifference(new Set([section]))
  localStorage.setItem(name, [...toggledSections.peek()].join(' '))
}
