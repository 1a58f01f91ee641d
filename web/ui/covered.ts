/** Whether a dialog, menu or window is open over the page: keys are its own, and those that close it do nothing else. */
export const isCovered = (): boolean => document.querySelector('dialog[open], :popover-open') !== null
