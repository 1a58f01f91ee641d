import type { Store } from '../../../../client'
import { mayReplaceEmoji } from '../../../../client/policies'
import { texts } from '../../../i18n'

/** Maximal length of a name. */
export const longestName = 100

/** Suggests a name by the name of a file; empty if no character of it is allowed in one. */
export const suggestedName = (file: string): string =>
  file
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^0-9a-z._-]+/g, '_')
    .replace(/^[._-]+/, '')
    .slice(0, longestName)
    .replace(/[._-]+$/, '')

/** The name as the server stores it. */
export const storedName = (typed: string): string => typed.trim().replaceAll(' ', '_')

/** Why the server would refuse a name; empty if it would not (endpoints, Custom emoji). */
export function nameProblem(typed: string, store: Store, isBuiltIn: boolean): string {
  const t = texts.organization.emoji.problems
  const name = storedName(typed)
  if (name === '') return t.missing
  if (!/^[0-9a-z._-]+$/.test(name)) return t.characters
  if (!/[0-9a-z]$/.test(name)) return t.end
  const own = Object.values(store.state.realm_emoji.value)
  if (own.some((one) => one.name === name && !one.deactivated)) return t.taken
  return isBuiltIn && !mayReplaceEmoji(store) ? t.builtIn : ''
}
