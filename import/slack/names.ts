import { link } from '../../src/webhooks/slack-text.ts'
import type { EmojiShortcodes } from '../shared/emoji-shortcodes.ts'
import type { Run } from './inline.ts'

/** What ids in texts mean. */
export interface Names {
  /** A silent mention of a user of the archive; null if nobody knows the id. */
  mention(user: string): string | null
  /** A link to a stream; null for a channel that is not in the archive. */
  channel(id: string): string | null
  readonly emoji: EmojiShortcodes
}

type Piece = Pick<Run, 'text' | 'kind'>

export const userPiece = (names: Names, id: string, label: string | null): Piece =>
  namePiece(names.mention(id), `@${(label ?? id).replace(/^@/, '')}`)

export const channelPiece = (names: Names, id: string, label: string | null): Piece =>
  namePiece(names.channel(id), `#${(label ?? id).replace(/^#/, '')}`)

const namePiece = (name: string | null, text: string): Piece =>
  name === null ? { text, kind: 'whole' } : { text: name, kind: 'name' }

/** All ways to call a channel mention everybody, silently. */
export const wildcardMention: Piece = { text: '@_**all**', kind: 'name' }

export const groupPiece = (id: string, label: string | null): Piece => ({
  text: `@${(label ?? id).replace(/^@/, '')}`,
  kind: 'whole',
})

/** A date in UNIX seconds, shown in the reader's time; the label if it is none. */
export const datePiece = (seconds: string, label: string | null): Piece => ({
  text: /^\d{1,10}$/.test(seconds)
    ? `<time:${new Date(Number(seconds) * 1000).toISOString().replace('.000', '')}>`
    : (label ?? ''),
  kind: 'whole',
})

export function linkPiece(address: string, label: string | null): Piece {
  const mail = /^mailto:(.+)/i.exec(address)?.[1]
  if (mail === undefined) return { text: link(address, label), kind: 'whole' }
  const isNamed = label !== null && label !== mail
  return {
    text: isNamed ? `[${label.replaceAll(/[[\]\n]/g, '')}](${address.replaceAll(/[\s()]/g, '')})` : mail,
    kind: 'whole',
  }
}
