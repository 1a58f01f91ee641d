import type { ConversionSink } from '../conversion.ts'
import { link } from '../../src/webhooks/slack-text.ts'
import { fileLink } from '../shared/links.ts'
import { inOneLine, paragraphs, shortenText } from '../shared/text.ts'
import { maxFileBytes, type Uploads } from '../shared/uploads.ts'
import { fieldsOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import type { Assets } from './export.ts'

/** Who sent a message, when, and in which file of the export it is. */
export interface Sending {
  readonly user_id: number
  readonly sent_at: number
  readonly part: string
}

interface AttachedFiles {
  readonly markdown: string
  readonly ids: readonly number[]
}

/** Files, stickers and cards of messages. */
export class Attachments {
  private readonly sink: ConversionSink
  private readonly assets: Assets
  private readonly uploads: Uploads

  constructor(sink: ConversionSink, assets: Assets, uploads: Uploads) {
    this.sink = sink
    this.assets = assets
    this.uploads = uploads
  }

  /** Links to the files and stickers of a message. */
  of(message: Fields, sending: Sending): AttachedFiles {
    const lines: string[] = []
    const ids: number[] = []
    for (const attachment of rowsOf(message['attachments'])) {
      const name = textOf(attachment['fileName'])
      const upload = this.upload(attachment['url'], name, sending)
      if (upload !== null) ids.push(upload.id)
      else this.sink.skip('files without content')
      lines.push(upload === null ? link(textOf(attachment['url']), name || null) : fileLink(upload))
    }
    for (const sticker of rowsOf(message['stickers'])) {
      const name = inOneLine(textOf(sticker['name']))
      const upload = this.upload(sticker['sourceUrl'], name, sending)
      if (upload !== null) ids.push(upload.id)
      else this.sink.skip('stickers without a picture')
      lines.push(upload === null ? `(sticker: ${shortenText(name.replaceAll(/[*`]/g, ''), 100)})` : fileLink(upload))
    }
    return { markdown: [...new Set(lines)].filter((line) => line !== '').join('\n'), ids }
  }

  private upload(url: unknown, name: string, { user_id, sent_at, part }: Sending) {
    const file = this.assets.find(part, url)
    // A sticker of this kind is a drawing that only Discord's own player shows.
    if (file === null || file.endsWith('.json') || this.assets.size(file) > maxFileBytes) return null
    return (
      this.uploads.get(file) ??
      this.uploads.add(file, {
        name: name === '' || !name.includes('.') ? name + (/\.\w{1,5}$/.exec(file)?.[0] ?? '') : name,
        type: '',
        size: this.assets.size(file),
        user_id,
        created_at: sent_at,
        content: { name: file },
      })
    )
  }

  /** The cards that a bot sent. Those of people are previews of their links, which are left out and counted. */
  cards(message: Fields, isBot: boolean, convert: (text: string) => string): string {
    const cards = rowsOf(message['embeds'])
    if (isBot || textOf(message['content']) === '') return paragraphs(...cards.map((card) => cardText(card, convert)))
    if (cards.length > 0) this.sink.skip('link previews', cards.length)
    return ''
  }
}

function cardText(card: Fields, convert: (text: string) => string): string {
  const title = inOneLine(textOf(card['title']))
  const author = inOneLine(textOf(fieldsOf(card['author'])['name']))
  const address = textOf(card['url'])
  const fields = rowsOf(card['fields']).map(
    (field) =>
      `**${inOneLine(convert(textOf(field['name']))).replaceAll('*', '')}**: ${convert(textOf(field['value']))}`,
  )
  const picture = textOf(fieldsOf(card['image'])['canonicalUrl']) || textOf(fieldsOf(card['image'])['url'])
  return paragraphs(
    author,
    title === '' ? (/^https?:/.test(address) ? address : '') : `**${link(address, title.replaceAll('*', ''))}**`,
    convert(textOf(card['description'])),
    fields.join('\n'),
    /^https?:\/\/\S+$/.test(picture) ? picture : '',
    inOneLine(textOf(fieldsOf(card['footer'])['text'])),
  )
}
