import { withoutReferences } from '../../markdown/references'

/** Types of feeds that web pages link to. */
const feedTypes = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)\s*(?:;|$)/i

/** The address of the first feed that a web page links to; null if there is none. */
export async function pageFeed({ bytes, url }: { bytes: Uint8Array; url: string }): Promise<string | null> {
  let address: string | null = null
  const rewriter = new HTMLRewriter().on('link[rel~="alternate" i]', {
    element(element) {
      const href = element.getAttribute('href')
      if (address === null && href !== null && feedTypes.test(element.getAttribute('type') ?? '')) address = href
    },
  })
  try {
    await rewriter.transform(new Response(bytes)).arrayBuffer()
  } catch {
    // The rewriter refuses pages with endless tags. What it found before that counts.
  }
  return address === null ? null : (URL.parse(withoutReferences(address), url)?.href ?? null)
}
