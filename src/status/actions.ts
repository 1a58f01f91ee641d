import { writeStatus } from './writes'
import { assertHuman } from '../accounts/account'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { characterCount } from '../core/base/unicode'
import { assertEmoji, completeEmoji, withReactionType, type EmojiRequest } from '../emoji/access'
import type { Emoji, ReactionType } from '../emoji/schema'
import { everyone } from '../users/audience'

/** Maximal length of a status text in characters (behaviour, Text). */
const longestStatus = 60

interface StatusInput {
  away?: boolean | undefined
  status_text?: string | undefined
  emoji_name?: string | undefined
  emoji_code?: string | undefined
  reaction_type?: ReactionType | undefined
}

/** Changes the parts of the actor's status that were sent (behaviour, Status and presence). People only. */
export async function updateStatus(turn: Turn, sent: EmojiRequest<StatusInput>): Promise<Change> {
  const { actor, env } = turn
  const { away, status_text, ...named } = withReactionType(sent, env)
  assertHuman(actor)
  const emoji = await statusEmoji(turn, named)
  if (away === undefined && status_text === undefined && emoji === null)
    throw refused('Client did not pass any new values.')
  const trimmed = status_text?.trim()
  if (trimmed !== undefined && characterCount(trimmed) > longestStatus)
    throw refused(`status_text is too long (limit: ${longestStatus} characters)`)
  const change = {
    ...emoji,
    ...(away !== undefined && { away }),
    ...(trimmed !== undefined && { status_text: trimmed }),
  }
  return {
    writes: [writeStatus(actor.id, change)],
    events: [tell(await everyone(turn), { type: 'user_status', user_id: actor.id, ...change })],
    result: {},
  }
}

/** The stored form of a status without an emoji. */
const noEmoji: Emoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }

/** The new emoji of the status; null to keep the current one. */
async function statusEmoji(turn: Turn, { emoji_name, ...given }: StatusInput): Promise<Emoji | null> {
  if (emoji_name === '') return noEmoji
  if (emoji_name === undefined) {
    if (given.emoji_code || given.reaction_type !== undefined)
      throw refused('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
    return null
  }
  const emoji = await completeEmoji(turn, { emoji_name, ...given })
  await assertEmoji(turn, emoji)
  return emoji
}
