export { areKeysUsed, runShortcut, useShortcut, useSelection } from './shortcuts'
export type { Shortcut } from './table'
