export { areKeysUsed, useShortcut } from './shortcuts'
export type { Shortcut } from './table'
