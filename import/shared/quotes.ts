import { silentMention } from './links.ts'
import { inOneLine, shortenText } from './text.ts'

const maxExcerptLength = 120

/** The first words of a message for a quote in another one: without marks that would end the quote or name somebody. */
export const excerptOf = (content: string): string =>
  shortenText(
    inOneLine(
      content
        .slice(0, 2000)
        .split('\n')
        // An answer to an answer quotes only what is new in it.
        .filter((line) => !/^(>|`{3,})/.test(line) && !/^@_\*\*[^*]+\*\* \[wrote\]/.test(line))
        .join(' ')
        .replaceAll(/\[([^\]\n]*)\]\([^()\s]*\)/g, '$1')
        .replaceAll(/@_?\*\*([^*|\n]*)(?:\|\d+)?\*\*/g, '$1')
        .replaceAll(/[*`]|~~/g, ''),
    ),
    maxExcerptLength,
  )

interface QuotedMessage {
  readonly sender: { readonly id: number; readonly full_name: string }
  /** Of the message. */
  readonly address: string
  readonly excerpt: string
}

/** Says what a message answers: who wrote that, with a link, and its first words. */
export const quoteOf = ({ sender, address, excerpt }: QuotedMessage): string =>
  `${silentMention(sender)} [wrote](${address}):${excerpt === '' ? '' : `\n> ${excerpt}`}`
