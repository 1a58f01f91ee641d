import { textOfHtml } from '../wording/html'
import { timestampOf, maxEntries, type Feed, type FeedEntry } from './feed'
import { readXml, type XmlElement } from './xml'

/** The elements in which a document of each format begins. */
const rootNames = new Set(['rss', 'rdf:rdf', 'feed'])

/** Elements around what is said about a feed as a whole, and around its entries. */
const feedNames = new Set(['channel', ...rootNames])

const entryNames = new Set(['item', 'entry'])

/** Elements with values in them. */
const groupNames = new Set(['author', 'media:group'])

/** Reads RSS of all versions and Atom; null if the document is neither. */
export function xmlFeed(document: string): Feed | null {
  const builder = new FeedBuilder()
  return readXml(document, (element) => builder.add(element)) ? builder.feed : null
}

class FeedBuilder {
  private format: 'rss' | 'atom' | null = null
  /** The prefix of the format's own elements, with its colon. */
  private prefix = ''
  private readonly values = new Values()
  private readonly entries: FeedEntry[] = []
  /** What is known of entries that have not ended. */
  private readonly openEntries = new Map<XmlElement, Values>()

  get feed(): Feed | null {
    if (this.format === null) return null
    const title = this.textOf(this.values.first('title'))
    return { title, minIntervalSeconds: intervalOf(this.values), entries: this.entries }
  }

  /** Takes an element that has ended. Those in it have ended before. */
  add(element: XmlElement): 'continue' | 'stop' {
    if (this.format === null && !this.begin(element)) return 'stop'
    const { parent } = element
    if (parent === null) return 'continue'
    if (this.isEntry(element)) {
      this.entries.push(this.entryOf(element, this.openEntries.get(element) ?? new Values()))
      this.openEntries.delete(element)
      return this.entries.length < maxEntries ? 'continue' : 'stop'
    }
    const group = groupNames.has(this.nameOf(parent)) ? parent : null
    const owner = group === null ? parent : group.parent
    if (owner === null) return 'continue'
    const name = group === null ? this.nameOf(element) : `${this.nameOf(group)} ${this.nameOf(element)}`
    if (this.isEntry(owner)) this.valuesOf(owner).add(name, element)
    else if (feedNames.has(this.nameOf(owner))) this.values.add(name, element)
    return 'continue'
  }

  /** Finds out the format by the root of the document. Answers whether it is one of a feed. */
  private begin(element: XmlElement): boolean {
    let root = element
    while (root.parent !== null) root = root.parent
    const localName = root.name.slice(root.name.indexOf(':') + 1)
    if (!rootNames.has(root.name)) this.prefix = root.name.slice(0, root.name.length - localName.length)
    if (!rootNames.has(this.nameOf(root))) return false
    this.format = localName === 'feed' ? 'atom' : 'rss'
    return true
  }

  private nameOf({ name }: XmlElement): string {
    return this.prefix !== '' && name.startsWith(this.prefix) ? name.slice(this.prefix.length) : name
  }

  private isEntry(element: XmlElement): boolean {
    return entryNames.has(this.nameOf(element)) && element.parent !== null && feedNames.has(this.nameOf(element.parent))
  }

  private valuesOf(entry: XmlElement): Values {
    const values = this.openEntries.get(entry) ?? new Values()
    this.openEntries.set(entry, values)
    return values
  }

  private entryOf({ attributes }: XmlElement, values: Values): FeedEntry {
    const title = this.textOf(values.first('title'))
    const link = linkOf(values)
    const date = values.text('pubdate', 'published', 'dc:date', 'updated')
    const author = this.textOf(values.first('dc:creator', 'author name', 'author'))
    const text = this.textOf(
      values.first('description', 'summary', 'content:encoded', 'content', 'media:group media:description'),
    )
    const id = values.text('guid', 'id') || attributes['rdf:about'] || link || `${title} ${date} ${text}`
    return { id, title, link, author, text, dated_at: timestampOf(date) }
  }

  /** The plain text of an element. RSS has HTML everywhere, Atom where an attribute says so. */
  private textOf(element: XmlElement | undefined): string {
    if (element === undefined) return ''
    const isHtml = this.format === 'rss' || /html$/i.test(element.attributes['type'] ?? '')
    return (isHtml ? textOfHtml(element.text) : element.text).trim()
  }
}

/** Elements of one name that are stored. */
const maxOfName = 10

/** Elements by their names. A name in a group follows that of the group. */
class Values {
  private readonly byName = new Map<string, XmlElement[]>()

  add(name: string, element: XmlElement): void {
    const elements = this.byName.get(name) ?? []
    if (elements.length < maxOfName) elements.push(element)
    this.byName.set(name, elements)
  }

  all(name: string): readonly XmlElement[] {
    return this.byName.get(name) ?? []
  }

  /** The first element that says something, of the first name that has one. */
  first(...names: readonly string[]): XmlElement | undefined {
    return names.flatMap((name) => this.all(name)).find(({ text }) => text.trim() !== '')
  }

  text(...names: readonly string[]): string {
    return this.first(...names)?.text.trim() ?? ''
  }
}

/** The address of an entry: of a page, not of a file or a comment. */
function linkOf(values: Values): string {
  const links = values.all('link')
  const atomLink = links.find(
    ({ attributes: { href, rel = 'alternate' } }) => href !== undefined && rel === 'alternate',
  )
  const guid = values.first('guid')
  const isPermalink =
    guid !== undefined && guid.attributes['ispermalink'] !== 'false' && /^https?:/i.test(guid.text.trim())
  return atomLink?.attributes['href']?.trim() || values.text('link') || (isPermalink ? guid.text.trim() : '')
}

/** Seconds of the periods in which feeds say how often they change. */
const periodSeconds: Readonly<Record<string, number>> = {
  hourly: 3600,
  daily: 86_400,
  weekly: 604_800,
  monthly: 2_592_000,
  yearly: 31_536_000,
}

function intervalOf(values: Values): number | null {
  const ttlSeconds = Number(values.text('ttl')) * 60
  const frequency = Number(values.text('sy:updatefrequency') || 1)
  const updateSeconds = (periodSeconds[values.text('sy:updateperiod').toLowerCase()] ?? 0) / frequency
  const seconds = Math.max(...[ttlSeconds, updateSeconds].filter((one) => Number.isFinite(one)), 0)
  return seconds > 0 ? seconds : null
}
