/* oxlint-disable no-restricted-imports -- links are found as the server finds them, by code that is loaded to try them alone */
import { bareLinkMatches } from '../../../../src/markdown/bare-links'
import { mergedMatches } from '../../../../src/markdown/inline-matches'
import { linkifierLinks, linkifierProblem, type Linkifier } from '../../../../src/markdown/linkifiers'

/** A request to the web worker. */
export interface LinkSearch {
  readonly id: number
  readonly text: string
  readonly linkifiers: readonly Linkifier[]
}

export interface FoundLink {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly url: string
}

/** The response of the web worker. */
export interface LinkSearchResult {
  readonly id: number
  readonly links: readonly FoundLink[]
  /** The invalid field of each invalid linkifier, by their ids. */
  readonly problems: Readonly<Record<number, 'pattern' | 'url_format_string' | '__all__'>>
}

/** Finds links as the server does: bare links first, then matches of the linkifiers, the oldest one first. */
function find({ id, text, linkifiers }: LinkSearch): LinkSearchResult {
  const problems: Record<number, 'pattern' | 'url_format_string' | '__all__'> = {}
  for (const { id: of, pattern, url_format } of linkifiers) {
    const problem = linkifierProblem(pattern, url_format)
    if (problem !== null) problems[of] = problem.field
  }
  const good = linkifiers.filter(({ id: of }) => problems[of] === undefined)
  const bare = bareLinkMatches(text, '').map(({ start, end, link }) => {
    const url = link?.href ?? ''
    return { start, end, text: text.slice(start, end), url }
  })
  const links = linkifierLinks(text, good).reduce<readonly FoundLink[]>(mergedMatches, bare)
  return { id, links, problems }
}

globalThis.addEventListener('message', ({ data }: MessageEvent<LinkSearch>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  globalThis.postMessage(find(data))
})
