import { signal } from '@preact/signals'

/** What is wanted of the sidebar, as long as the page is open. */
export const wanted = signal({ text: '', isUnread: false })

/** Whether something is left out. */
export const isFiltered = (): boolean => wanted.value.text.trim() !== '' || wanted.value.isUnread
