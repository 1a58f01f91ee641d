import type { Linkifier } from './linkifiers'

/** A mentioned user. */
export interface MentionedUser {
  id: number
  full_name: string
}

/** A stream or a user group. */
export interface StreamOrGroup {
  id: number
  name: string
}

/** The renderer's input besides the text: look-ups of names, and settings of the realm and the sender. */
export interface Context {
  /** The user that `Name`, `Name|7` or `|7` names; null if there is none. */
  user(text: string): MentionedUser | null
  /** The user group with exactly this name, unless nobody may mention it. */
  group(name: string): StreamOrGroup | null
  /** Whether `@**all**` is a mention. It is none in a text that is no message. */
  wildcards: boolean
  /** Whether all mentions are silent, as in messages of the notification bot, which repeat names. */
  silent: boolean
  /** The active stream with exactly this name. */
  stream(name: string): StreamOrGroup | null
  /** Path of the picture of an active custom emoji. */
  emoji(name: string): string | null
  /** By their ids. */
  linkifiers: readonly Linkifier[]
  /** The language of fenced blocks without one. */
  default_code_block_language: string | null
  /** Whether the sender wants `:)` to become an emoji. */
  translate_emoticons: boolean
  /** Whether links to pictures are followed by the pictures. */
  previews: boolean
  /** Whether previews of linked pages are added when they have been fetched. */
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
