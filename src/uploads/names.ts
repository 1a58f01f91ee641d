/** Longest name of a file, in characters. */
const longestName = 100

/** A name without a folder and without characters that steer something instead of being shown. */
export function shownName(given: string): string {
  const name = given
    .replaceAll(/\p{C}/gu, '')
    .replace(/^.*[/\\]/s, '')
    .trim()
  return shortened(/^\.*$/.test(name) ? unnamed : name)
}

const unnamed = 'uploaded-file'

/**
 * A name that needs no care wherever it is written: letters and digits of any script, marks, points, dashes and
 * underscores (endpoints, Attachments and uploads).
 */
function tidyName(given: string): string {
  const name = shownName(given)
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replaceAll(/[-\s]+/g, '-')
  return shortened(/^[.-]*$/.test(name) ? unnamed : name)
}

/** Takes from the middle, because the end tells what kind of file it is. */
function shortened(name: string): string {
  const characters = Array.from(name)
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  const room = longestName - Array.from(ending).length
  return characters.length <= longestName ? name : characters.slice(0, room).join('') + ending
}

/** Path below `/user_uploads/` of an attachment. */
export const pathIdOf = (realm_id: number, token: string, name: string): string =>
  `${realm_id}/${token}/${tidyName(name)}`

/** The part of an attachment's path that is its own alone, however its name is written. */
export const tokenOf = (path_id: string): string => path_id.split('/')[1]!

/** The same of everything in a text that may be such a path. */
export const tokensIn = (text: string): string[] =>
  [...text.matchAll(/\/([A-Za-z0-9]{32})\//g)].map(([, token]) => token!)

/** Of paths that a text links to, those that can be attachments of the realm. */
export function pathIdsAmong(realm_id: number, linked: readonly string[]): string[] {
  const paths = linked.map(decoded).filter((path) => path.startsWith(`${realm_id}/`) && form.test(path))
  return [...new Set(paths)]
}

const form = /^\d+\/[A-Za-z0-9]{32}\/[^/]+$/

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
