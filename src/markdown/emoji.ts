import type { MarkdownIt } from 'markdown-it'
import { canonicalName, unicodeCode } from '../emoji/names'
import type { Context } from './context'
import { environmentOf, type Environment } from './environment'
import { attributes } from './escape'
import type { Budget } from './budget'
import type { InlineMatch } from './inline-matches'

/** `:name:` */
const emojiName = /:([a-z0-9_+.-]{1,100}):/y

/** The one emoji that is neither Unicode's nor the realm's. */
const extraEmoji = 'zulip'
const extraImage = '/static/generated/emoji/images/emoji/unicode/zulip.png'

/** Whether a text might have custom emoji, which the caller must look up then. */
export const namesEmoji = (content: string): boolean => /:[a-z0-9_+.-]+:/.test(content)

/** Emoji by their names (markdown, Emoji). */
export function emoji(markdown: MarkdownIt): void {
  markdown.inline.ruler.push('emoji', (state) => {
    if (state.src[state.pos] !== ':') return false
    emojiName.lastIndex = state.pos
    const name = emojiName.exec(state.src)?.[1]
    const { context, budget } = environmentOf(state)
    const html = name === undefined ? null : emojiHtml(name, context)
    if (name === undefined || html === null || !budget.takes(html)) return false
    state.push('emoji', '', 0).content = html
    state.pos += name.length + 2
    return true
  })
  markdown.renderer.rules['emoji'] = (tokens, index) => tokens[index]!.content
}

/** Custom emoji win over the extra one, and that over Unicode's. */
function emojiHtml(name: string, context: Context): string | null {
  const src = context.emoji(name) ?? (name === extraEmoji ? extraImage : null)
  if (src !== null) return `<img${attributes({ alt: `:${name}:`, class: 'emoji', src, title: readable(name) })}>`
  const code = unicodeCode(name)
  return code === undefined ? null : unicodeHtml(code, name)
}

const readable = (name: string): string => name.replaceAll('_', ' ')

function unicodeHtml(code: string, name: string): string {
  const title = readable(name)
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`
}

/** Characters below this one, and the trade mark, are part of ordinary writing, although Unicode lists them as emoji. */
const firstEmoji = 0x203c
const tradeMark = 0x2122

/** Emoji characters in the text, within the message's budget. */
export function emojiCharacters(text: string, budget: Budget): InlineMatch[] {
  const matches: InlineMatch[] = []
  for (let start = 0; start < text.length && !budget.isFull; start += 1) {
    if (text.charCodeAt(start) < firstEmoji) continue
    const point = text.codePointAt(start)!
    const code = point.toString(16)
    const name = point === tradeMark ? undefined : canonicalName(code)
    const end = start + (point > 0xffff ? 2 : 1)
    const html = name === undefined ? '' : unicodeHtml(code, name)
    if (html !== '' && budget.takes(html)) matches.push({ start, end, html })
    start = end - 1
  }
  return matches
}

/** Names of emoji by emoticon. */
const emoticons: Record<string, string> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}
const emoticon = /(?<=^|[\s,.;?!()[\]"'])(?::[)(|/DoOpP]|\(:|<3|;\))(?=$|[\s,.;?!()[\]"'])/g

/** Whether a text may have emoticons. Only then the sender's setting is needed. */
export const writesEmoticons = (content: string): boolean => content.search(emoticon) >= 0

/** Emoticons, which only some senders want translated. */
export function emoticonMatches(
  text: string,
  { context, budget }: Pick<Environment, 'context' | 'budget'>,
): InlineMatch[] {
  return [...text.matchAll(emoticon)].flatMap(({ index, 0: written }) => {
    const name = emoticons[written]!
    const html = emojiHtml(name, context) ?? written
    return budget.takes(html) ? [{ start: index, end: index + written.length, html }] : []
  })
}
