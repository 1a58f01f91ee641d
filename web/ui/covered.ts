/** Whether a dialog, menu or popover is open. It then gets the keys, and the Escape that closes it must do nothing else. */
export const isCovered = (): boolean => document.querySelector('dialog[open], :popover-open') !== null
