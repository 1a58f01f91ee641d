import { tell, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import type { Fragment } from '../core/sql/sql'
import { refused } from '../core/base/errors'
import { assertEmoji, completeEmoji, emojiByName, isEmojiCode, type NamedEmoji } from '../emoji/access'
import type { Emoji, ReactionType } from '../emoji/schema'
import { bit } from '../user-messages/bits'
import { flagMessages } from '../flags/queries'
import { invalidMessages } from '../user-messages/visible'
import { messageViewers } from '../messages/audience'
import { reactableMessage, writeReactions, type ReactableMessage } from './queries'
import type { StoredReaction } from './schema'

/** Most reactions of one message, and of one person to it: every reader carries them all. */
const mostReactions = 2000
const mostOfOne = 100

/** Adds a reaction (endpoints, Reactions); the first touch of a message that the actor never received. */
export async function addReaction(
  turn: Turn,
  { message_id, ...named }: NamedEmoji & { message_id: number },
): Promise<Change> {
  const { actor } = turn
  const message = await accessMessage(turn, message_id)
  const { reactions } = message
  const emoji = await completeEmoji(turn, named)
  const votes = reactions.filter(isSame(emoji))
  const own = reactions.filter(({ user_id }) => user_id === actor.id)
  if (own.some(isSame(emoji))) throw refused('Reaction already exists.')
  // Whoever joins a vote need not know what the emoji is called now, nor whether it is still active.
  if (votes.length === 0) await assertEmoji(turn, emoji)
  if (reactions.length >= mostReactions || own.length >= mostOfOne)
    throw refused('There are too many reactions to this message.')
  const { emoji_name } = votes[0] ?? emoji
  const reaction = { ...emoji, emoji_name, user_id: actor.id }
  return {
    writes: [writeReactions(message_id, [...reactions, reaction]), ...touch(turn, message_id, message)],
    result: {},
    events: [await reacted(turn, 'add', message_id, reaction)],
  }
}

/** Whoever touches a message that they never received holds it from then on (behaviour, History and rows). */
const touch = ({ actor }: Turn, message_id: number, { has_row }: ReactableMessage): Fragment[] =>
  has_row ? [] : [flagMessages([actor.id], message_id, bit.historical)]

async function reacted(
  turn: Turn,
  op: 'add' | 'remove',
  message_id: number,
  reaction: StoredReaction,
): Promise<OutgoingEvent> {
  const { id: user_id, email, full_name } = turn.actor
  const witnesses = await messageViewers(turn, message_id)
  const { emoji_name, emoji_code, reaction_type } = reaction
  return tell(new Set([...witnesses.map((witness) => witness.user_id), user_id]), {
    type: 'reaction',
    op,
    message_id,
    user_id,
    emoji_name,
    emoji_code,
    reaction_type,
    user: { user_id, email, full_name },
  })
}

interface Withdrawn {
  message_id: number
  emoji_name?: string | undefined
  emoji_code?: string | undefined
  reaction_type?: ReactionType | undefined
}

/** Takes one's own reaction back, whatever became of the emoji (endpoints, DELETE /messages/{id}/reactions). */
export async function removeReaction(turn: Turn, { message_id, ...named }: Withdrawn): Promise<Change> {
  const { actor } = turn
  const { emoji_name, emoji_code } = named
  const message = await accessMessage(turn, message_id)
  const { reactions } = message
  if (emoji_name === undefined && emoji_code === undefined)
    throw refused('At least one of the following arguments must be present: emoji_name, emoji_code')
  const own = reactions.filter(({ user_id }) => user_id === actor.id)
  const meant = emoji_name === undefined ? null : await emojiByName(turn, emoji_name)
  const reaction = chosen(own, named, meant)
  if (reaction === undefined) {
    if (emoji_code !== undefined && !(await isEmojiCode(turn, emoji_code, named.reaction_type))) throw invalidMessages()
    if (emoji_code === undefined && meant === null) throw refused(`Emoji '${emoji_name}' does not exist`)
    throw refused("Reaction doesn't exist.")
  }
  return {
    writes: [
      writeReactions(
        message_id,
        reactions.filter((one) => one !== reaction),
      ),
      ...touch(turn, message_id, message),
    ],
    result: {},
    events: [await reacted(turn, 'remove', message_id, reaction)],
  }
}

/**
 * Which reaction is meant. A code says it, and where the type is missing the name tells codes of two types apart. A name
 * alone means the emoji of that name, else a reaction stored under it, whose emoji has gone or was overridden since.
 */
function chosen(
  own: readonly StoredReaction[],
  { emoji_name, emoji_code, reaction_type }: Omit<Withdrawn, 'message_id'>,
  meant: Emoji | null,
): StoredReaction | undefined {
  const possible = own.filter(
    (reaction) =>
      (reaction_type === undefined || reaction.reaction_type === reaction_type) &&
      (emoji_code === undefined || reaction.emoji_code === emoji_code),
  )
  const named =
    (meant && possible.find(isSame(meant))) ?? possible.find((reaction) => reaction.emoji_name === emoji_name)
  return named ?? (emoji_code === undefined ? undefined : possible[0])
}

async function accessMessage({ sql, actor }: Turn, message_id: number): Promise<ReactableMessage> {
  const message = await reactableMessage(sql, actor, message_id)
  if (message === null) throw invalidMessages()
  return message
}

/** Reactions are votes for the same when type and code are; a name is only what it is called. */
const isSame =
  ({ emoji_code, reaction_type }: Emoji) =>
  (other: Emoji): boolean =>
    other.emoji_code === emoji_code && other.reaction_type === reaction_type
