import { createHash } from 'node:crypto'
import { fittingMessage } from '../fitting'
import { bold, boldLink, escapeInline, lines, link, joinWords } from '../markdown'
import type { FeedEntry } from './feed'

/** Characters of the text of an entry that are shown. */
const maxExcerptCharacters = 400

/** Bytes of the hash by which an entry is known. */
const idBytes = 9

/** What an entry is known by. */
export const entryId = ({ id }: FeedEntry): string =>
  createHash('sha256').update(id).digest().subarray(0, idBytes).toString('base64url')

/** Markdown of the message of an entry. `base` is the address of the feed. */
export function entryContent({ title, link: address, author, text }: FeedEntry, base: string): string {
  const url = address === '' ? '' : (URL.parse(address, base)?.href ?? '')
  const by = author === '' ? '' : `by ${escapeInline(author)}`
  const excerpt = escapeInline(firstSentences(text), maxExcerptCharacters)
  const heading = url === '' ? bold(title) : boldLink(title, url)
  const content = title === '' ? joinWords(excerpt, link('', url)) : lines(joinWords(heading, by), excerpt)
  return fittingMessage({ topic: '', content: content || 'An entry without a title.' }).content
}

/** Whole sentences as far as they fit; if the first one is too long, all of the text. */
function firstSentences(text: string): string {
  const beginning = text
    .slice(0, 2 * maxExcerptCharacters)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (beginning.length <= maxExcerptCharacters) return beginning
  let sentences = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(beginning)) {
    if (sentences.length + segment.length > maxExcerptCharacters) break
    sentences += segment
  }
  return sentences.trim() || beginning
}
