import type { Linkifier } from './linkifiers'

/** A user whom a mention names. */
export interface MentionedUser {
  id: number
  full_name: string
}

/** A stream or a user group. */
export interface Named {
  id: number
  name: string
}

/** Input of the renderer beside the text: look-ups of names, and settings of the realm and of the sender. */
export interface Context {
  /** The user that `Name`, `Name|7` or `|7` names; null if there is none. */
  user(text: string): MentionedUser | null
  /** The user group of exactly this name, unless nobody may mention it. */
  group(name: string): Named | null
  /** Whether `@**all**` is a mention. It is none in a text that is no message. */
  wildcards: boolean
  /** Whether every mention is silent, as in messages of the notification bot, which repeat names. */
  silent: boolean
  /** The active stream of exactly this name. */
  stream(name: string): Named | null
  /** Path of the picture of an active custom emoji. */
  emoji(name: string): string | null
  /** In the order of their ids. */
  linkifiers: readonly Linkifier[]
  /** The language of fenced blocks that name none. */
  default_code_block_language: string | null
  /** Whether the sender wants `:)` to become an emoji. */
  translate_emoticons: boolean
  /** Whether links to pictures are followed by the pictures. */
  previews: boolean
  /** Whether links to pages are followed by previews of the pages, once they were fetched. */
  embeds: boolean
  /** Scheme and host of the realm; links to it become relative. */
  origin: string
}

/** A context without names and previews. */
export const nothingKnown: Context = {
  user: () => null,
  group: () => null,
  wildcards: false,
  silent: false,
  stream: () => null,
  emoji: () => null,
  linkifiers: [],
  default_code_block_language: null,
  translate_emoticons: false,
  previews: false,
  embeds: false,
  origin: '',
}
