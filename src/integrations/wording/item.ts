import { bold, code, link, lines, quote, joinWords } from '../markdown'

/** A numbered thing that people talk about: an issue, a pull request, a ticket. */
export interface Item {
  /** Noun before its number: `PR`, `issue`. Empty where the number says enough. */
  readonly noun: string
  /** Number or key: `#7`, `OPS-12`. */
  readonly number: string
  readonly title: string
  /** Page of the thing; empty if there is none. */
  readonly url: string
}

/** The topic in which people talk about a thing: `garden / PR #7 Water the roses`. */
export const itemTopic = (place: string, { noun, number, title }: Item): string =>
  [place, [noun, number, title].filter((part) => part !== '').join(' ')].filter((part) => part !== '').join(' / ')

/** The thing as a link. */
export const itemLink = ({ noun, number, title, url }: Item): string =>
  link([noun, number, title].filter((part) => part !== '').join(' '), url)

/** Says who did what to a thing, and quotes what they wrote. `verb` and `after` are Markdown. */
export const itemContent = (
  { actor, verb, after = '', text = '' }: { actor: string; verb: string; after?: string; text?: string },
  item: Item,
): string => {
  const sentence = [bold(actor) || 'Somebody', verb, itemLink(item), after].filter((part) => part !== '').join(' ')
  return lines(`${sentence}${text === '' ? '.' : ':'}`, quote(text))
}

/** A list of names of one kind: `the label **tools**`, `the labels **tools** and **urgent**`. Empty for no names. */
export function nameList(noun: string, names: readonly string[], max = 5): string {
  const shown = names.filter((name) => name !== '').map((name) => bold(name))
  const rest = shown.length - max
  const parts = rest > 0 ? [...shown.slice(0, max), `${rest} more`] : shown
  if (parts.length === 0) return ''
  const list = parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`
  return noun === '' ? list : `the ${noun}${shown.length === 1 ? '' : 's'} ${list}`
}

/** A change of a value, in words: from one text to another. */
export const change = (from: string, to: string): string =>
  [from && `from ${bold(from)}`, to && `to ${bold(to)}`].filter((part) => part !== '').join(' ')

/** The branches of a pull request. */
export const branchRange = (from: string, to: string): string =>
  joinWords(from && `from ${code(from)}`, to && `to ${code(to)}`)

/** What a title was before, as a part of `renamed … to`. */
export const renamedFrom = (title: string): string => (title === '' ? 'renamed' : `renamed ${bold(title)} to`)
