import { signal } from '@preact/signals'

/** The filter of the sidebar. */
export const wanted = signal({ text: '', isUnread: false })

/** Whether the filter leaves anything out. */
export const isFiltered = (): boolean => wanted.value.text.trim() !== '' || wanted.value.isUnread
