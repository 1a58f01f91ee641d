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

const names = new Map(Object.entries(clientNames).map(([number, name]) => [String.fromCodePoint(Number(number)), name]))
const characters = new Map([...names].map(([character, name]) => [name, character]))

/** The name of a message's client as it is stored. */
export const storedClient = (client: string, { uses_short_forms }: StoredForms): string =>
  (uses_short_forms ? characters.get(client) : undefined) ??
  // Imported names may have control characters.
  client.replaceAll(/\p{Cc}/gu, '')

/** The name that is stored like this. All queries that read the column `client` of messages need it. */
export const clientNamed = (stored: string): string => (stored < ' ' ? (names.get(stored) ?? stored) : stored)
