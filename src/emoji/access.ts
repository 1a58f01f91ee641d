import type { Turn } from '../core/change'
import { refused } from '../core/errors'
import { canonicalName, unicodeCode } from './names'
import { realmEmoji } from './queries'
import type { Emoji, ReactionType } from './schema'

type Asked = Pick<Turn, 'known' | 'realm_id'>

/** An emoji as a client names it; what it leaves out follows from the name. */
export interface NamedEmoji {
  emoji_name: string
  emoji_code?: string | undefined
  reaction_type?: ReactionType | undefined
}

/** The one emoji that is neither Unicode's nor the realm's; name and code are the same. */
const extraEmoji = 'zulip'

/** What a name stands for: an active custom emoji, else the extra one, else Unicode's; null when nothing. */
export async function emojiByName({ known, realm_id }: Asked, emoji_name: string): Promise<Emoji | null> {
  const custom = (await known(realmEmoji, realm_id)).find((emoji) => emoji.name === emoji_name && !emoji.deactivated)
  if (custom !== undefined) return { emoji_name, emoji_code: String(custom.id), reaction_type: 'realm_emoji' }
  if (emoji_name === extraEmoji) return { emoji_name, emoji_code: extraEmoji, reaction_type: 'service_extra_emoji' }
  const emoji_code = unicodeCode(emoji_name)
  return emoji_code === undefined ? null : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
}

/** Completes what the client left out; does not look whether the parts that it gave agree. */
export async function completeEmoji(asked: Asked, { emoji_name, ...given }: NamedEmoji): Promise<Emoji> {
  const { emoji_code, reaction_type } = given
  if (emoji_code !== undefined && reaction_type !== undefined) return { emoji_name, emoji_code, reaction_type }
  const meant = await emojiByName(asked, emoji_name)
  if (meant === null) throw refused(`Emoji '${emoji_name}' does not exist`)
  return { emoji_name, emoji_code: emoji_code ?? meant.emoji_code, reaction_type: reaction_type ?? meant.reaction_type }
}

/** Refuses an emoji that is not there, or not active, or whose name, code and type do not agree (endpoints, Reactions). */
export async function assertEmoji({ known, realm_id }: Asked, emoji: Emoji): Promise<void> {
  const { emoji_name, emoji_code, reaction_type } = emoji
  if (reaction_type === 'realm_emoji') {
    const custom = (await known(realmEmoji, realm_id)).find(({ id }) => String(id) === emoji_code)
    if (custom === undefined) throw refused('Invalid custom emoji.')
    if (custom.name !== emoji_name) throw refused('Invalid custom emoji name.')
    if (custom.deactivated) throw refused('This custom emoji has been deactivated.')
    return
  }
  const isExtra = reaction_type === 'service_extra_emoji'
  if (isExtra ? emoji_code !== extraEmoji : canonicalName(emoji_code) === undefined)
    throw refused('Invalid emoji code.')
  if (isExtra ? emoji_name !== extraEmoji : unicodeCode(emoji_name) !== emoji_code) throw refused('Invalid emoji name.')
}

/** Whether the code ever stood for an emoji of the type, or of any; also for one that was deactivated since. */
export async function isEmojiCode(
  { known, realm_id }: Asked,
  emoji_code: string,
  reaction_type: ReactionType | undefined,
): Promise<boolean> {
  const is = (type: ReactionType): boolean => reaction_type === undefined || reaction_type === type
  if (is('service_extra_emoji') && emoji_code === extraEmoji) return true
  if (is('unicode_emoji') && canonicalName(emoji_code) !== undefined) return true
  return is('realm_emoji') && (await known(realmEmoji, realm_id)).some(({ id }) => String(id) === emoji_code)
}
