import { Fragment } from '../core/sql/sql'
import type { StoredForms } from './stored-html'

/**
 * The names of clients that many messages have, by the number of the character that is stored instead. Databases have these
 * numbers: none may get another meaning. They are control characters, which the name of no client has, but not those that texts
 * have: 0, 9, 10 and 13.
 */
const clientNames: Readonly<Record<number, string>> = {
  1: 'Mozilla',
  2: 'website',
  3: 'Internal',
  4: 'Unspecified',
  5: 'ZulipMobile',
  6: 'ZulipFlutter',
  7: 'ZulipElectron',
  8: 'ZulipDesktop',
  14: 'ZulipPython',
  15: 'ZulipTerminal',
  16: 'ZulipJS',
  17: 'Slack',
  18: 'Mattermost',
  19: 'Discord',
  20: 'curl',
  21: 'python-requests',
  22: 'node',
}

const characters = new Map(
  Object.entries(clientNames).map(([number, name]) => [name, String.fromCodePoint(Number(number))]),
)

/** The name of a message's client as it is stored. */
export const storedClient = (client: string, { uses_short_forms }: StoredForms): string =>
  (uses_short_forms ? characters.get(client) : undefined) ??
  // Imported names may have control characters.
  client.replaceAll(/\p{Cc}/gu, '')

const cases = Object.entries(clientNames).map(([number, name]) => `when char(${number}) then '${name}'`)

/** The name of the client of `message`. */
export const clientOf = new Fragment(
  `iif(message.client < ' ', case message.client ${cases.join(' ')} else message.client end, message.client)`,
  [],
)
