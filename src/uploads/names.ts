import { isWellFormedKey } from '../auth/keys'

/** Maximal length of a file name. */
const longestName = 100

/** The name of a file without its folder, control characters and other invisible characters. */
export function shownName(given: string): string {
  const name = given
    .replaceAll(/\p{C}/gu, '')
    .replace(/^.*[/\\]/s, '')
    .trim()
  return shortenName(/^\.*$/.test(name) ? unnamed : name)
}

const unnamed = 'uploaded-file'

/**
 * A name that needs no escaping in paths: letters and digits of any script, marks, dots, hyphens and underscores (endpoints,
 * Attachments and uploads).
 */
function tidyName(given: string): string {
  const name = shownName(given)
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replaceAll(/[-\s]+/g, '-')
  return shortenName(/^[.-]*$/.test(name) ? unnamed : name)
}

/** Shortens a name before its extension, which shows the type of the file. */
function shortenName(name: string): string {
  const characters = Array.from(name)
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  const room = longestName - Array.from(ending).length
  return characters.length <= longestName ? name : characters.slice(0, room).join('') + ending
}

/** Path below `/user_uploads/` of an attachment. */
export const pathIdOf = (realm_id: number, token: string, name: string): string =>
  `${realm_id}/${token}/${tidyName(name)}`

/** The token in the path of an attachment, which is unique. */
export const tokenOf = (path_id: string): string => path_id.split('/')[1]!

/** Tokens in a text that may be those of attachments. */
export const tokensIn = (text: string): string[] =>
  [...text.matchAll(/\/([A-Za-z0-9]{32})\//g)].map(([, token]) => token!)

/** The linked paths that may be attachments of the realm, each once. */
export function pathIdsAmong(realm_id: number, linked: readonly string[]): string[] {
  const paths = linked.map(decodePath).filter((path) => path.startsWith(`${realm_id}/`) && pathForm.test(path))
  return [...new Set(paths)]
}

const pathForm = /^\d+\/([A-Za-z0-9]{32})\/[^/]+$/

/** Whether a path may be an attachment's. Everything else is refused without a query. */
export function isPathForm(path_id: string): boolean {
  const token = pathForm.exec(path_id)?.[1]
  return token !== undefined && isWellFormedKey(token)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
