import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { isAdministrator, isGuest } from '../accounts/roles'
import { assertRoom } from '../accounts/limit-room'
import { reactionTypeOf, type SentReactionType } from '../realm/compatibility'
import { canonicalName, isNameOf, unicodeCode } from './names'
import { realmEmoji } from './queries'
import type { Emoji, ReactionType } from './schema'

type TurnReads = Pick<Turn, 'cached' | 'realm_id'>

/** An emoji in a request. What is missing follows from the name. */
export interface NamedEmoji {
  emoji_name: string
  emoji_code?: string | undefined
  reaction_type?: ReactionType | undefined
}

/** A request that names an emoji, with the reaction type under any of its names. */
export type EmojiRequest<N> = Omit<N, 'reaction_type'> & { reaction_type?: SentReactionType | undefined }

/** The request with the name that the reaction type has in responses. */
export const withReactionType = <S extends EmojiRequest<object>>(
  { reaction_type, ...sent }: S,
  env: Pick<Env, 'COMPATIBILITY_NAMES'>,
): Omit<S, 'reaction_type'> & { reaction_type: ReactionType | undefined } => ({
  ...sent,
  reaction_type: reactionTypeOf(reaction_type, env),
})

/** Name and code of the only emoji that is neither Unicode's nor the realm's. */
const extraEmoji = 'zulip'

/** The emoji of this name: an active custom emoji, else the extra one, else Unicode's; null if there is none. */
export async function emojiByName({ cached, realm_id }: TurnReads, emoji_name: string): Promise<Emoji | null> {
  const custom = (await cached(realmEmoji, realm_id)).find((emoji) => emoji.name === emoji_name && !emoji.deactivated)
  if (custom !== undefined) return { emoji_name, emoji_code: String(custom.id), reaction_type: 'realm_emoji' }
  if (emoji_name === extraEmoji) return { emoji_name, emoji_code: extraEmoji, reaction_type: 'service_extra_emoji' }
  const emoji_code = unicodeCode(emoji_name)
  return emoji_code === undefined ? null : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
}

/** Adds what is missing in the request. `assertEmoji` checks whether the parts agree. */
export async function completeEmoji(turn: TurnReads, { emoji_name, ...given }: NamedEmoji): Promise<Emoji> {
  const { emoji_code, reaction_type } = given
  if (emoji_code !== undefined && reaction_type !== undefined) return { emoji_name, emoji_code, reaction_type }
  const namedEmoji = await emojiByName(turn, emoji_name)
  if (namedEmoji === null) throw refused(`Emoji '${emoji_name}' does not exist`)
  return {
    emoji_name,
    emoji_code: emoji_code ?? namedEmoji.emoji_code,
    reaction_type: reaction_type ?? namedEmoji.reaction_type,
  }
}

/** Refuses an emoji that does not exist, is deactivated, or whose name, code and type do not agree (endpoints, Reactions). */
export async function assertEmoji({ cached, realm_id }: TurnReads, emoji: Emoji): Promise<void> {
  const { emoji_name, emoji_code, reaction_type } = emoji
  if (reaction_type === 'realm_emoji') {
    const custom = (await cached(realmEmoji, realm_id)).find(({ id }) => String(id) === emoji_code)
    if (custom === undefined) throw refused('Invalid custom emoji.')
    if (custom.name !== emoji_name) throw refused('Invalid custom emoji name.')
    if (custom.deactivated) throw refused('This custom emoji has been deactivated.')
    return
  }
  const isExtra = reaction_type === 'service_extra_emoji'
  if (isExtra ? emoji_code !== extraEmoji : canonicalName(emoji_code) === undefined)
    throw refused('Invalid emoji code.')
  if (isExtra ? emoji_name !== extraEmoji : !isNameOf(emoji_name, emoji_code)) throw refused('Invalid emoji name.')
}

/** Whether the code belongs to an emoji of the type, or of any type if that is missing. Includes deactivated emoji. */
export async function isEmojiCode(
  { cached, realm_id }: TurnReads,
  emoji_code: string,
  reaction_type: ReactionType | undefined,
): Promise<boolean> {
  const canBe = (type: ReactionType): boolean => reaction_type === undefined || reaction_type === type
  if (canBe('service_extra_emoji') && emoji_code === extraEmoji) return true
  if (canBe('unicode_emoji') && canonicalName(emoji_code) !== undefined) return true
  return canBe('realm_emoji') && (await cached(realmEmoji, realm_id)).some(({ id }) => String(id) === emoji_code)
}

type EmojiTurn = Pick<Turn, 'actor' | 'cached' | 'now' | 'realm_id' | 'sql'>

const longestName = 100

/** Whether the realm's policy lets the actor add custom emoji. */
export const mayAddEmoji = ({ actor, now }: Pick<Turn, 'actor' | 'now'>): boolean =>
  policyAdmits(settingsOf(actor).add_custom_emoji_policy, actor, now)

/** Refuses bots, guests, and people whom the realm's policy does not admit. */
export function assertMayAddEmoji(adding: Pick<Turn, 'actor' | 'now'>): void {
  const { actor } = adding
  if (isGuest(actor) || actor.bot_type !== null || !mayAddEmoji(adding))
    throw refused('Insufficient permission', { reason: 'not_allowed' })
}

/**
 * The name of a new custom emoji as it is stored, or a refusal (endpoints, Custom emoji). Only administrators may take
 * the name of a built-in emoji.
 */
export async function newEmojiName(adding: EmojiTurn, raw: string): Promise<string> {
  const { actor, cached, realm_id } = adding
  assertMayAddEmoji(adding)
  const name = storedName(raw)
  const emoji = await cached(realmEmoji, realm_id)
  if (emoji.some((one) => one.name === name && !one.deactivated))
    throw refused('A custom emoji with this name already exists.')
  const isBuiltIn = name === extraEmoji || unicodeCode(name) !== undefined
  if (isBuiltIn && !isAdministrator(actor)) throw refused('Only administrators can override built-in emoji.')
  await assertRoom(adding, 'customEmoji', 1)
  return name
}

function storedName(raw: string): string {
  const name = raw.trim().replaceAll(' ', '_')
  if (name === '') throw refused('Emoji name is missing')
  if (name.length > longestName) throw refused(`Emoji name is too long (limit: ${longestName} characters)`)
  if (!/^[0-9a-z._-]+$/.test(name)) throw refused('Invalid characters in emoji name')
  if (!/[0-9a-z]$/.test(name)) throw refused('Emoji names must end with either a letter or digit.')
  return name
}
