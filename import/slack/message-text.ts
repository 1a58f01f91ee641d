import { paragraphs, withoutFileLinks } from '../shared/text.ts'
import { fieldsOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { isLinkPreview, markdownOfBlocks, markdownOfAttachment } from './blocks.ts'
import { markdownOfMrkdwn } from './mrkdwn.ts'
import type { Names } from './names.ts'

/** The Markdown of a message without its files, and the number of link previews that are left out. */
export function textOfMessage(message: Fields, names: Names): { markdown: string; linkPreviews: number } {
  const body = bodyOf(message, names)
  const cards = rowsOf(message['attachments'])
  const shown = body === '' ? cards : cards.filter((card) => !isLinkPreview(card))
  return {
    markdown: withoutFileLinks(paragraphs(body, ...shown.map((card) => markdownOfAttachment(card, names))).trim()),
    linkPreviews: cards.length - shown.length,
  }
}

/**
 * What somebody wrote is most exact in blocks of rich text. An app that sends other blocks gives a text for programs that cannot
 * show them.
 */
function bodyOf(message: Fields, names: Names): string {
  const blocks = rowsOf(message['blocks'])
  const isRich = blocks.some(({ type }) => type === 'rich_text')
  const ofBlocks = () => markdownOfBlocks(blocks, names).trim()
  const ofText = () => {
    const comment = fieldsOf(message['comment'])['comment']
    return markdownOfMrkdwn(textOf(comment) || textOf(message['text']), names).trim()
  }
  return isRich ? ofBlocks() || ofText() : ofText() || ofBlocks()
}
