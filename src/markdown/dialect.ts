import MarkdownIt, { type MarkdownIt as Dialect } from 'markdown-it'
import { bareLinkMatches } from './bare-links'
import { blocks } from './blocks'
import { codeBlocks } from './code-blocks'
import { codeSpans } from './code-spans'
import { emoji, emojiCharacters, emoticonMatches } from './emoji'
import { emphasis } from './emphasis'
import type { Environment } from './environment'
import { fences } from './fences'
import { linkifierMatches } from './linkifiers'
import { lists } from './lists'
import { math } from './math'
import { mentions } from './mentions'
import { previews } from './previews'
import { quotes } from './quotes'
import { mergedMatches, InlineMatches, type InlineMatch } from './inline-matches'
import { streamLinks } from './stream-links'
import { tables } from './tables'
import { text } from './text'
import { times } from './times'
import { titledLinks } from './titled-links'

let dialectOnce: Dialect | null = null

/** The dialect of messages, construct by construct; made when first used. */
export function dialect(): Dialect {
  dialectOnce ??= new MarkdownIt()
    // This dialect has no escapes, images, HTML, reference links and underlined titles, and its own rules for bare links.
    .disable(['escape', 'image', 'autolink', 'html_inline', 'html_block', 'reference', 'lheading'])
    .disable(['linkify', 'replacements', 'smartquotes', 'text_join'])
    .use(blocks)
    .use(codeBlocks)
    .use(fences)
    .use(quotes)
    .use(lists)
    .use(tables)
    .use(text, inlineMatches)
    .use(codeSpans)
    .use(math)
    .use(titledLinks)
    .use(mentions)
    .use(streamLinks)
    .use(times)
    .use(emoji)
    .use(emphasis)
    .use(previews)
  return dialectOnce
}

/** Matches of all kinds, found before the inline syntax is parsed. If two overlap, the first kind wins. */
function inlineMatches(content: string, { context, budget }: Environment): InlineMatches {
  const { origin, linkifiers, translate_emoticons } = context
  let matches: readonly InlineMatch[] = bareLinkMatches(content, origin)
  for (const linked of linkifierMatches(content, linkifiers)) matches = mergedMatches(matches, linked)
  if (translate_emoticons) matches = mergedMatches(matches, emoticonMatches(content, { context, budget }))
  return new InlineMatches(mergedMatches(matches, emojiCharacters(content, budget)))
}
