import type { EmbeddedPage } from '../markdown/embeds'
import { withoutReferences } from '../markdown/references'

/** Names of `<meta>` elements with the same meaning, the best first (Open Graph, Twitter cards, HTML). */
const names = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image'],
}

const wantedNames = new Set(Object.values(names).flat())

/** Maximal characters of a value that are read: enough for what is shown, even if all of it is character references. */
const longestValue = 10_000

/** Maximal lengths of the shown texts. */
const longest = { title: 200, description: 500 }

/** The preview of a page; null unless the page has a title and a picture. */
export async function pageIn(html: string, pictureAt: (address: string) => URL | null): Promise<EmbeddedPage | null> {
  const { meta, heading } = await metadataIn(html)
  const first = (among: readonly string[]) => among.map((name) => meta.get(name)).find((value) => !!value) ?? ''
  const title = shortenText(first(names.title) || heading, longest.title)
  const address = first(names.image)
  const image = address === '' ? null : pictureAt(address)
  if (title === '' || image === null) return null
  return { title, description: shortenText(first(names.description), longest.description), image: image.href }
}

/** The first `<meta>` of each name, and the first `<title>`. */
async function metadataIn(html: string): Promise<{ meta: Map<string, string>; heading: string }> {
  const meta = new Map<string, string>()
  let titles = 0
  let heading = ''
  const rewriter = new HTMLRewriter()
    .on('meta', {
      element(element) {
        const name = (element.getAttribute('property') ?? element.getAttribute('name') ?? '').trim().toLowerCase()
        if (wantedNames.has(name) && !meta.has(name)) meta.set(name, text(element.getAttribute('content') ?? ''))
      },
    })
    .on('title', {
      element: () => void (titles += 1),
      text: (chunk) => void (heading += titles === 1 && heading.length < longestValue ? chunk.text : ''),
    })
  await rewriter.transform(new Response(html)).arrayBuffer()
  return { meta, heading: text(heading) }
}

/** Text in one line, with its character references resolved. */
const text = (html: string): string =>
  withoutReferences(html.slice(0, longestValue))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

function shortenText(words: string, maxCharacters: number): string {
  // Characters, which take up to two places each.
  const characters = Array.from(words.slice(0, 2 * maxCharacters + 2).toWellFormed())
  return characters.length > maxCharacters
    ? `${characters
        .slice(0, maxCharacters - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('')
}
