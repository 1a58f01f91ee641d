import { signal } from '@preact/signals'

/** The filter of the sidebar. */
export const sidebarFilter = signal({ text: '', isUnread: false })

/** Whether the filter leaves anything out. */
export const isFiltered = (): boolean => sidebarFilter.value.text.trim() !== '' || sidebarFilter.value.isUnread
