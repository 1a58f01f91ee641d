import type { Linkifier } from './linkifiers'

/** Somebody whom a mention means. */
export interface MentionedUser {
  id: number
  full_name: string
}

/** Something of the realm that has an id and a name: a stream, a user group. */
export interface Named {
  id: number
  name: string
}

/** All that the renderer knows beside the text: what names stand for, and how the realm and the sender want it. */
export interface Context {
  /** Whom `Name`, `Name|7` or `|7` means; null when nobody. */
  user(text: string): MentionedUser | null
  /** The user group of exactly this name, unless nobody may mention it. */
  group(name: string): Named | null
  /** Whether `@**all**` means anybody: a text that is no message has nobody to call. */
  wildcards: boolean
  /** Whether every mention is silent: what the realm's own voice says calls nobody, whatever names it repeats. */
  silent: boolean
  /** The active stream of exactly this name. */
  stream(name: string): Named | null
  /** Where the picture of an active custom emoji lies. */
  emoji(name: string): string | null
  /** In the order of their ids. */
  linkifiers: readonly Linkifier[]
  /** The language of fenced blocks that name none. */
  default_code_block_language: string | null
  /** Whether the sender wants `:)` to become an emoji. */
  translate_emoticons: boolean
  /** Whether links to pictures are followed by the pictures. */
  previews: boolean
  /** Whether links to pages are followed by what the pages are about, as soon as that is known. */
  embeds: boolean
  /** Scheme and host of the realm; links to it become relative. */
  origin: string
}

/** Where nothing is known: no name stands for anything, and nothing is previewed. */
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
