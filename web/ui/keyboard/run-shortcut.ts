import { shortcutHandlers } from './shortcuts'
import type { Shortcut } from './table'

/** Runs a shortcut, on a message if `id` is given. Returns false if nothing handles it now. */
export const runShortcut = (command: Shortcut, id = 0): boolean =>
  shortcutHandlers.findLast((one) => one.command === command && (one.of ?? id) === id && one.handler(id) !== false) !==
  undefined
