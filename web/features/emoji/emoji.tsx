import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Store } from '../../../client'
import { emojiTable } from '../../lib/tables'
import { characterOf } from './emoji-drawing'
import './emoji.css'

/** An emoji that can be written. */
export interface Emoji {
  /** What stands for it among those of its type. */
  readonly code: string
  /** All of them can be written between colons. */
  readonly names: readonly string[]
  /** The character; empty where it is a picture. */
  readonly glyph: string
  /** Address of a picture of the organization's own. */
  readonly picture?: string
}

const builtIn = signal<readonly Emoji[]>([])
let isAsked = false

/** Loads the table of the built-in ones, which is too long for those who need none. */
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
    // Offline, and not asked for before.
    isAsked = false
  }
}

const known = new WeakMap<Store, ReadonlySignal<readonly Emoji[]>>()

/** The organization's own emoji and, once they are loaded, the built-in ones. */
export function emojiOf(store: Store): ReadonlySignal<readonly Emoji[]> {
  const made =
    known.get(store) ??
    computed(() => {
      const own = Object.values(store.state.realm_emoji.value)
        .filter(({ deactivated }) => !deactivated)
        .map(({ id, name, source_url }) => ({ code: id, names: [name], glyph: '', picture: source_url }))
      const taken = new Set(own.flatMap(({ names }) => names))
      return [...own, ...builtIn.value.filter(({ names }) => !names.every((name) => taken.has(name)))]
    })
  known.set(store, made)
  return made
}

/** Those that people use most. */
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

/** How early an emoji is among equally good ones. */
export function emojiWeight({ code, picture }: Emoji): number {
  if (picture !== undefined) return 1
  const place = popularCodes.indexOf(code)
  return place === -1 ? 2 : place / popularCodes.length
}

/** An emoji beside its name. */
export const Glyph = ({ emoji: { glyph, picture } }: { emoji: Emoji }) =>
  picture === undefined ? (
    <span class="glyph" aria-hidden="true">
      {glyph}
    </span>
  ) : (
    <img class="glyph" src={picture} alt="" width={20} height={20} />
  )
