import { destination } from './addresses'
import { bareLinks } from './bare-links'
import { linkified, type Linkifier } from './linkifiers'

/** A link that a topic holds. */
interface TopicLink {
  text: string
  url: string
}

/** Links of topics for each list of linkifiers. Cached, because the messages of a page have few topics. */
const remembered = new WeakMap<readonly Linkifier[], Map<string, TopicLink[]>>()

/** Maximal number of topics in the cache: a list of linkifiers may live as long as the realm's object. */
const maxCachedTopics = 1000

/**
 * Links in a topic by their position: matches of linkifiers, and addresses (markdown, Linkifiers). All of them are listed, even
 * if they overlap.
 */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  let known = remembered.get(linkifiers)
  if (known === undefined || known.size >= maxCachedTopics) remembered.set(linkifiers, (known = new Map()))
  let links = known.get(topic)
  if (links === undefined) known.set(topic, (links = findLinks(topic, linkifiers)))
  return links
}

function findLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const addresses = bareLinks(topic).map(({ start, text, isSchemeless }) => {
    const url = isSchemeless && !text.includes('@') ? `https://${text}` : text
    return { start, text, url }
  })
  return [...linkified(topic, linkifiers).flat(), ...addresses]
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ text, url }) => {
      const href = destination(url, '')
      return href === null ? [] : [{ text, url: href }]
    })
}
