import { parsedJson } from '../../core/base/json'
import { textOfHtml } from '../wording/html'
import { Payload } from '../payload'
import { timestampOf, type Feed, type FeedEntry } from './feed'

/** Reads a JSON Feed; null if the document is none. */
export function jsonFeed(document: string): Feed | null {
  const feed = new Payload(parsedJson(document))
  if (!/^https?:\/\/jsonfeed\.org\/version\//.test(feed.text('version'))) return null
  // A list of the payload has as many elements as a feed has entries at the most.
  return { title: feed.text('title'), minIntervalSeconds: null, entries: feed.list('items').map(entryOf) }
}

function entryOf(item: Payload): FeedEntry {
  const title = item.text('title')
  const link = item.firstText('url', 'external_url')
  const date = item.firstText('date_published', 'date_modified')
  const text = item.firstText('summary', 'content_text') || textOfHtml(item.text('content_html'))
  return {
    id: item.text('id') || link || `${title} ${date} ${text}`,
    title,
    link,
    author: item.firstText('authors.0.name', 'author.name'),
    text,
    dated_at: timestampOf(date),
  }
}
