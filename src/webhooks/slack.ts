import type { SlackAccessory, SlackAttachment, SlackBlock, SlackImage, SlackPayload, SlackTextObject } from './schema'
import { link, markdownOf } from './slack-text'

/** The Markdown of a Slack payload: its blocks, or its text if there are none, then its attachments, in the order of Slack. */
export function slackMessage({ text, blocks, attachments }: SlackPayload): string {
  const body = paragraphs((blocks ?? []).map(ofBlock)) || ofText(text)
  return paragraphs([body, ...(attachments ?? []).map(ofAttachment)])
}

/** The channel of a payload as a topic. */
export const topicOf = ({ channel }: SlackPayload): string | undefined => channel?.replace(/^[#@]/, '') || undefined

function ofBlock(block: SlackBlock): string {
  switch (block.type) {
    case 'section':
      return paragraphs([
        block.text && ofTextObject(block.text),
        ...(block.fields ?? []).map(ofTextObject),
        ofAccessory(block.accessory),
      ])
    case 'header':
      return bold(ofTextObject(block.text))
    case 'context':
      return block.elements.map((part) => (part.type === 'image' ? ofImage(part) : ofTextObject(part))).join(' ')
    case 'actions':
      return buttons(block.elements)
    case 'image':
      return ofImage(block)
    case 'divider':
      return '---'
    default:
      return ''
  }
}

function ofAttachment(given: SlackAttachment): string {
  const title = ofText(given.title)
  const author = ofText(given.author_name)
  const shown = paragraphs([
    ofText(given.pretext),
    lines([
      author && given.author_link ? link(given.author_link, author) : author,
      title && bold(given.title_link ? link(given.title_link, title) : title),
      ofText(given.text),
      ...(given.fields ?? []).map(({ title: name, value }) =>
        [name && bold(`${ofText(name)}:`), ofText(value === null ? '' : String(value ?? ''))].filter(Boolean).join(' '),
      ),
    ]),
    paragraphs((given.blocks ?? []).map(ofBlock)),
    buttons(given.actions ?? []),
    ...[given.image_url, given.thumb_url].map((url) => url && link(url, null)),
    ofText(given.footer),
  ])
  return shown || ofText(given.fallback)
}

interface Button {
  readonly text?: string | SlackTextObject | null | undefined
  readonly url?: string | null | undefined
}

/** Buttons as links in a line. */
const buttons = (all: readonly Button[]): string =>
  all
    .map(({ text: label, url }) => (label && url ? link(url, ofLabel(label)) : ''))
    .filter(Boolean)
    .join(' · ')

const ofLabel = (label: string | SlackTextObject): string =>
  typeof label === 'string' ? ofText(label) : ofTextObject(label)

function ofAccessory(accessory: SlackAccessory): string {
  if (!accessory) return ''
  return accessory.type === 'image' ? ofImage(accessory) : buttons([accessory])
}

const ofText = (text: string | null | undefined): string => markdownOf(text ?? '').trim()

const ofTextObject = ({ type, text }: SlackTextObject): string => (type === 'mrkdwn' ? ofText(text) : text.trim())

const ofImage = ({ image_url, alt_text }: SlackImage): string =>
  image_url ? link(image_url, alt_text?.trim() || null) : ''

const bold = (text: string): string => (text === '' || /[*\n]/.test(text) ? text : `**${text}**`)

const lines = (parts: (string | null | undefined)[]): string => parts.filter(Boolean).join('\n')

const paragraphs = (parts: (string | null | undefined)[]): string => parts.filter(Boolean).join('\n\n')
