import { bold, markdownOfCard } from '../shared/cards.ts'
import { paragraphs } from '../shared/text.ts'
import { fieldsOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { linkPiece, type Names } from './names.ts'
import { markdownOfMrkdwn } from './mrkdwn.ts'
import { markdownOfRichText } from './rich-text.ts'

/** Markdown of blocks: of people's texts, and of what apps put together. */
export const markdownOfBlocks = (blocks: readonly Fields[], names: Names): string =>
  paragraphs(...blocks.map((block) => ofBlock(block, names)))

function ofBlock(block: Fields, names: Names): string {
  const ofText = (value: unknown): string => {
    const { type, text } = fieldsOf(value)
    return type === 'mrkdwn'
      ? markdownOfMrkdwn(textOf(text), names).trim()
      : names.emoji.inWholeText(textOf(text)).trim()
  }
  switch (block['type']) {
    case 'rich_text':
      return markdownOfRichText(block, names)
    case 'section':
      return paragraphs(ofText(block['text']), ...rowsOf(block['fields']).map(ofText))
    case 'header':
      return bold(ofText(block['text']))
    case 'context':
      return rowsOf(block['elements'])
        .map((part) => (part['type'] === 'image' ? '' : ofText(part)))
        .filter((text) => text !== '')
        .join(' ')
    case 'image':
      return address(block['image_url'], textOf(block['alt_text']) || null)
    case 'markdown':
      return textOf(block['text']).trim()
    case 'divider':
      return '---'
    default:
      return ''
  }
}

/** Markdown of an attachment: a card of an app, or a message that somebody shared. */
export function markdownOfAttachment(attachment: Fields, names: Names): string {
  const body = markdownOfBlocks(rowsOf(attachment['blocks']), names)
  if (!isShared(attachment)) return markdownOfCard(attachment, (text) => markdownOfMrkdwn(text, names), body)
  const author = names.mention(textOf(attachment['author_id'])) ?? (textOf(attachment['author_name']) || 'Somebody')
  const text = markdownOfMrkdwn(textOf(attachment['text']), names).trim() || body
  return `${author}:\n${text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}`
}

/** Whether an attachment is a message that somebody passed on. */
export const isShared = ({ is_share }: Fields): boolean => is_share === true

/** Whether an attachment shows only what a link in the text leads to. */
export const isLinkPreview = (card: Fields): boolean =>
  !isShared(card) && (textOf(card['from_url']) !== '' || textOf(card['original_url']) !== '')

const address = (url: unknown, label: string | null): string =>
  textOf(url) === '' ? (label ?? '') : linkPiece(textOf(url), label).text
