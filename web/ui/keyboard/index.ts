export { areKeysUsed, runCommand, useCommand, useSelection } from './shortcuts'
export type { Command } from './table'
