import type { EmbeddedPage } from '../markdown/embeds'
import { withoutReferences } from '../markdown/references'

/** Names under which pages tell the same thing, the best first (Open Graph, Twitter's cards, HTML). */
const names = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image'],
}

const wanted = new Set(Object.values(names).flat())

/** Characters that are looked at, of each: enough for what is shown even if all of it is written as references. */
const longestSaid = 10_000

/** Characters that are shown. */
const longest = { title: 200, description: 500 }

/** What a page says that it is about; null unless it has a title and names a picture. */
export async function pageIn(html: string, pictureAt: (address: string) => URL | null): Promise<EmbeddedPage | null> {
  const { said, heading } = await heardFrom(html)
  const first = (among: readonly string[]) => among.map((name) => said.get(name)).find((value) => !!value) ?? ''
  const title = shortened(first(names.title) || heading, longest.title)
  const address = first(names.image)
  const image = address === '' ? null : pictureAt(address)
  if (title === '' || image === null) return null
  return { title, description: shortened(first(names.description), longest.description), image: image.href }
}

/** The first of each kind of `<meta>`, and the first `<title>`. */
async function heardFrom(html: string): Promise<{ said: Map<string, string>; heading: string }> {
  const said = new Map<string, string>()
  let titles = 0
  let heading = ''
  const rewriter = new HTMLRewriter()
    .on('meta', {
      element(element) {
        const name = (element.getAttribute('property') ?? element.getAttribute('name') ?? '').trim().toLowerCase()
        if (wanted.has(name) && !said.has(name)) said.set(name, text(element.getAttribute('content') ?? ''))
      },
    })
    .on('title', {
      element: () => void (titles += 1),
      text: (chunk) => void (heading += titles === 1 && heading.length < longestSaid ? chunk.text : ''),
    })
  await rewriter.transform(new Response(html)).arrayBuffer()
  return { said, heading: text(heading) }
}

/** In one line, as it was meant. */
const text = (html: string): string =>
  withoutReferences(html.slice(0, longestSaid))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

function shortened(words: string, most: number): string {
  // Characters, which take up to two places each.
  const characters = Array.from(words.slice(0, 2 * most + 2).toWellFormed())
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('')
}
