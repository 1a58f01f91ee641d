import { link } from '../../src/webhooks/slack-text.ts'
import { paragraphs } from './text.ts'
import { rowsOf, textOf, type Fields } from './values.ts'

/** A bold line. Marks do not reach over lines, and not into other marks. */
export const bold = (text: string): string => (text === '' || /[*\n]/.test(text) ? text : `**${text}**`)

/**
 * Markdown of a card that a program attached to a message, in Slack's form, which other chats have taken over. `ofText` converts the
 * texts in it, and `body` stands where its own blocks do.
 */
export function markdownOfCard(card: Fields, ofText: (text: string) => string, body = ''): string {
  const of = (name: string, fields = card): string => ofText(textOf(fields[name])).trim()
  const linkedText = (name: string, address: string): string => {
    const text = of(name)
    return text === '' || textOf(card[address]) === '' ? text : link(textOf(card[address]), text)
  }
  const lines = [
    linkedText('author_name', 'author_link'),
    bold(linkedText('title', 'title_link')),
    of('text'),
    ...rowsOf(card['fields']).map((field) =>
      [bold(of('title', field).replace(/(?<=\S):?$/, ':')), of('value', field)].filter((text) => text !== '').join(' '),
    ),
  ]
  const shown = paragraphs(
    of('pretext'),
    lines.filter((line) => line !== '').join('\n'),
    body,
    link(textOf(card['image_url']), null),
    of('footer'),
  )
  return shown || of('fallback')
}
