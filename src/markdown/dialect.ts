import MarkdownIt, { type MarkdownIt as Dialect } from 'markdown-it'
import { bareLinkSpots } from './bare-links'
import { blocks } from './blocks'
import { codeBlocks } from './code-blocks'
import { codeSpans } from './code-spans'
import { emoji, emojiCharacters, emoticonSpots } from './emoji'
import { emphasis } from './emphasis'
import type { Environment } from './environment'
import { fences } from './fences'
import { linkifierSpots } from './linkifiers'
import { lists } from './lists'
import { math } from './math'
import { mentions } from './mentions'
import { previews } from './previews'
import { quotes } from './quotes'
import { merged, Spots, type Spot } from './inline-matches'
import { streamLinks } from './stream-links'
import { tables } from './tables'
import { text } from './text'
import { times } from './times'
import { titledLinks } from './titled-links'

let made: Dialect | null = null

/** The dialect of messages, construct by construct; made when first used. */
export function dialect(): Dialect {
  made ??= new MarkdownIt()
    // Escapes, images, HTML, reference links and underlined titles are not of this dialect; linkify is not as here.
    .disable(['escape', 'image', 'autolink', 'html_inline', 'html_block', 'reference', 'lheading'])
    .disable(['linkify', 'replacements', 'smartquotes', 'text_join'])
    .use(blocks)
    .use(codeBlocks)
    .use(fences)
    .use(quotes)
    .use(lists)
    .use(tables)
    .use(text, spotsOf)
    .use(codeSpans)
    .use(math)
    .use(titledLinks)
    .use(mentions)
    .use(streamLinks)
    .use(times)
    .use(emoji)
    .use(emphasis)
    .use(previews)
  return made
}

/** What is found in a text before its syntax is read: of those that overlap the first kind counts. */
function spotsOf(content: string, { context, budget }: Environment): Spots {
  const { origin, linkifiers, translate_emoticons } = context
  let spots: readonly Spot[] = bareLinkSpots(content, origin)
  for (const matches of linkifierSpots(content, linkifiers)) spots = merged(spots, matches)
  if (translate_emoticons) spots = merged(spots, emoticonSpots(content, { context, budget }))
  return new Spots(merged(spots, emojiCharacters(content, budget)))
}
