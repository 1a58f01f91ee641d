import type { Message } from '../../../../client'
import { fragmentOf } from '../message'
import { texts } from '../../../i18n'

/** Most characters of a message in a list. */
const maxLength = 160

/** Left out: spoilers, quotations, and the text that formulas have for screen readers. */
const omittedElements = '.spoiler-content, blockquote, .katex-mathml'

const cachedWords = new WeakMap<Message, string>()

/** The first words of a message as plain text. */
export function firstWordsOf(message: Message): string {
  const before = cachedWords.get(message)
  if (before !== undefined) return before
  const fragment = fragmentOf(message.content)
  for (const element of fragment.querySelectorAll(omittedElements)) element.remove()
  for (const emoji of fragment.querySelectorAll('.emoji')) emoji.replaceWith(emojiIn(emoji))
  const text = (fragment.textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\/(?:me|poll|todo) /, '')
  const shown = text === '' && fragment.querySelector('img') !== null ? texts.message.picture : text.slice(0, maxLength)
  cachedWords.set(message, shown)
  return shown
}

/** The characters of an emoji; for a custom emoji, its name. */
function emojiIn(emoji: Element): string {
  const [, codes] = /emoji-([\da-f-]+)/.exec(emoji.className) ?? []
  if (codes === undefined) return emoji.getAttribute('alt') ?? emoji.textContent ?? ''
  return String.fromCodePoint(...codes.split('-').map((code) => Number.parseInt(code, 16)))
}
