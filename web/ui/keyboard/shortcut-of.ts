import { texts } from '../../i18n'
import { keyLabels } from './key-name'
import { allKeys } from './table'

/** The first key of a shortcut as it is printed on keyboards; empty if it has none. */
export function shortcutOf(command: string): string {
  const name = allKeys.find((key) => key.command === command)?.keys[0]
  return name === undefined ? '' : keyLabels(name, texts.shortcuts.names).join('+')
}
