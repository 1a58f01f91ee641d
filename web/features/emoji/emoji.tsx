import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Store } from '../../../client'
import { emojiTable } from '../../lib/tables'
import { characterOf } from './emoji-drawing'
import './emoji.css'

/** An emoji that the user can type or choose. */
export interface Emoji {
  /** Code points in hex; for a custom emoji, its id. */
  readonly code: string
  /** All names work between colons. */
  readonly names: readonly string[]
  /** The character; empty for a custom emoji. */
  readonly glyph: string
  /** The address of the picture of a custom emoji. */
  readonly picture?: string
}

const builtIn = signal<readonly Emoji[]>([])
let isAsked = false

/** Loads the table of the built-in emoji, which is too large to load for pages that need none. */
export async function loadEmoji(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    const { emojiCodes } = await emojiTable()
    const names = Map.groupBy(Object.entries(emojiCodes().name_to_codepoint), ([, code]) => code)
    builtIn.value = [...names].map(([code, all]) => ({
      code,
      names: all.map(([name]) => name),
      glyph: characterOf(code) ?? '',
    }))
  } catch {
    // Offline, and never loaded before. The next call tries again.
    isAsked = false
  }
}

const cachedEmoji = new WeakMap<Store, ReadonlySignal<readonly Emoji[]>>()

/** The custom emoji and, once they are loaded, the built-in ones whose names no custom emoji has taken. */
export function emojiOf(store: Store): ReadonlySignal<readonly Emoji[]> {
  const made =
    cachedEmoji.get(store) ??
    computed(() => {
      const own = Object.values(store.state.realm_emoji.value)
        .filter(({ deactivated }) => !deactivated)
        .map(({ id, name, source_url }) => ({ code: id, names: [name], glyph: '', picture: source_url }))
      const taken = new Set(own.flatMap(({ names }) => names))
      return [...own, ...builtIn.value.filter(({ names }) => !names.every((name) => taken.has(name)))]
    })
  cachedEmoji.set(store, made)
  return made
}

/** The codes of the most popular emoji, the most popular first. */
export const popularCodes: readonly string[] = [
  '1f44d',
  '2764',
  '1f602',
  '1f389',
  '1f642',
  '1f440',
  '1f64f',
  '1f680',
  '2705',
  '1f44f',
  '1f525',
  '1f6e0',
]

/** Lower comes first among equally good matches. */
export function emojiWeight({ code, picture }: Emoji): number {
  if (picture !== undefined) return 1
  const place = popularCodes.indexOf(code)
  return place === -1 ? 2 : place / popularCodes.length
}

/** An emoji to draw beside its name. */
export const Glyph = ({ emoji: { glyph, picture } }: { emoji: Emoji }) =>
  picture === undefined ? (
    <span class="glyph" aria-hidden="true">
      {glyph}
    </span>
  ) : (
    <img class="glyph" src={picture} alt="" width={20} height={20} />
  )
