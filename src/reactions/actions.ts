import { writeReactions } from './writes'
import { flagMessages } from '../flags/writes'
import { tell, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import type { Fragment } from '../core/sql/sql'
import { refused } from '../core/base/errors'
import {
  assertEmoji,
  completeEmoji,
  emojiByName,
  isEmojiCode,
  withReactionType,
  type NamedEmoji,
  type EmojiRequest,
} from '../emoji/access'
import type { Emoji, ReactionType } from '../emoji/schema'
import { notify } from '../notifications/occasion'
import { bit } from '../user-messages/bits'
import { invalidMessages } from '../user-messages/visible'
import type { Addressed } from '../messages/addressed'
import { messageViewerIds } from '../messages/audience'
import { reactableMessage, type ReactableMessage } from './queries'
import type { StoredReaction } from './schema'

/** Maximal number of reactions to a message, because every reader of the message gets all of them. */
const maxReactions = 2000
const maxReactionsOfPerson = 100

/** Adds a reaction. If the actor never received the message, they get a row of it (endpoints, Reactions). */
export async function addReaction(
  turn: Turn,
  sent: EmojiRequest<NamedEmoji> & { message_id: number },
): Promise<Change> {
  const { actor, env } = turn
  const { message_id, ...named } = withReactionType(sent, env)
  const message = await accessMessage(turn, message_id)
  const { reactions } = message
  const emoji = await completeEmoji(turn, named)
  const votes = reactions.filter(isSame(emoji))
  const own = reactions.filter(({ user_id }) => user_id === actor.id)
  if (own.some(isSame(emoji))) throw refused('Reaction already exists.', { reason: 'already_done' })
  // Whoever joins a reaction need not know the emoji's current name, and the emoji may be deactivated.
  if (votes.length === 0) await assertEmoji(turn, emoji)
  if (reactions.length >= maxReactions || own.length >= maxReactionsOfPerson)
    throw refused('There are too many reactions to this message.')
  const { emoji_name } = votes[0] ?? emoji
  const reaction = { ...emoji, emoji_name, user_id: actor.id }
  const notification = await notify(turn, {
    message_id,
    actor_id: actor.id,
    concerned: new Set([message.sender_id]),
    mentioned: new Set(),
    reaction: textOf(emoji, emoji_name),
  })
  return {
    ...notification,
    writes: [writeReactions(message_id, [...reactions, reaction]), ...touch(turn, message_id, message)],
    result: {},
    events: [await reactionEvent(turn, 'add', message, reaction)],
  }
}

/** An emoji in a text without pictures. */
const textOf = ({ reaction_type, emoji_code }: Emoji, emoji_name: string): string =>
  reaction_type === 'unicode_emoji'
    ? String.fromCodePoint(...emoji_code.split('-').map((code) => Number.parseInt(code, 16)))
    : `:${emoji_name}:`

/** Gives the actor a row of a message that they never received (behaviour, History and rows). */
const touch = ({ actor }: Turn, message_id: number, { has_row }: ReactableMessage): Fragment[] =>
  has_row ? [] : [flagMessages([actor.id], message_id, bit.historical)]

async function reactionEvent(
  turn: Turn,
  op: 'add' | 'remove',
  message: Addressed,
  reaction: StoredReaction,
): Promise<OutgoingEvent> {
  const { id: user_id, email, full_name } = turn.actor
  const viewers = await messageViewerIds(turn, message)
  const { emoji_name, emoji_code, reaction_type } = reaction
  return tell(new Set([...viewers, user_id]), {
    type: 'reaction',
    op,
    message_id: message.id,
    user_id,
    emoji_name,
    emoji_code,
    reaction_type,
    user: { user_id, email, full_name },
  })
}

interface RemovedReaction {
  message_id: number
  emoji_name?: string | undefined
  emoji_code?: string | undefined
  reaction_type?: ReactionType | undefined
}

/** Removes a reaction of the actor, even if the emoji no longer exists (endpoints, DELETE /messages/{id}/reactions). */
export async function removeReaction(turn: Turn, sent: EmojiRequest<RemovedReaction>): Promise<Change> {
  const { actor, env } = turn
  const { message_id, ...named } = withReactionType(sent, env)
  const { emoji_name, emoji_code } = named
  const message = await accessMessage(turn, message_id)
  const { reactions } = message
  if (emoji_name === undefined && emoji_code === undefined)
    throw refused('At least one of the following arguments must be present: emoji_name, emoji_code')
  const own = reactions.filter(({ user_id }) => user_id === actor.id)
  const namedEmoji = emoji_name === undefined ? null : await emojiByName(turn, emoji_name)
  const reaction = ownReactionMeant(own, named, namedEmoji)
  if (reaction === undefined) {
    if (emoji_code !== undefined && !(await isEmojiCode(turn, emoji_code, named.reaction_type))) throw invalidMessages()
    if (emoji_code === undefined && namedEmoji === null) throw refused(`Emoji '${emoji_name}' does not exist`)
    throw refused("Reaction doesn't exist.", { reason: 'already_done' })
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
    events: [await reactionEvent(turn, 'remove', message, reaction)],
  }
}

/**
 * The reaction that a request means. The code decides; if two types have the same code and the request names no type, the name
 * decides. A name alone means the emoji that has it now, or else a reaction stored under it whose emoji was deleted or
 * overridden.
 */
function ownReactionMeant(
  own: readonly StoredReaction[],
  { emoji_name, emoji_code, reaction_type }: Omit<RemovedReaction, 'message_id'>,
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

/** Whether two emoji have the same type and code. Their names may differ. */
const isSame =
  ({ emoji_code, reaction_type }: Emoji) =>
  (other: Emoji): boolean =>
    other.emoji_code === emoji_code && other.reaction_type === reaction_type
