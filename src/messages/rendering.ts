import type { Turn } from '../core/turn/change'
import { maxSingleLookups } from '../core/turn/query-cache'
import { alertWordsOfRealm } from '../alert-words/queries'
import { realmEmoji } from '../emoji/queries'
import { realmEmojiObject } from '../emoji/schema'
import { linkifiersOf } from '../linkifiers/queries'
import { alertedUsers } from '../markdown/alert-words'
import type { Context, StreamOrGroup } from '../markdown/context'
import { namesEmoji, writesEmoticons } from '../markdown/emoji'
import { mentionTexts } from '../markdown/mentions'
import { normalized, render, type RenderedText } from '../markdown/render'
import { streamNames } from '../markdown/stream-links'
import { settingsOf } from '../accounts/settings'
import { userSettings } from '../settings/queries'
import { findStream, mayKnow } from '../streams/access'
import { streamsByName, type StreamRow } from '../streams/queries'
import { activeAmong, subscriberIds } from '../subscriptions/queries'
import { groupByName, membersOfGroup } from '../user-groups/queries'
import { mentionedUsers, maxNames } from './mentionable'

/** A rendered text, and the users that it mentions or alerts. */
export interface RenderedMessage extends Omit<RenderedText, 'groups'> {
  /** Users with a mention of themselves or of their group that is not silent, whether they receive the message or not. */
  mentioned: number[]
  /** Users with an alert word in the text. */
  alerted: ReadonlySet<number>
  /** Generic bots that are mentioned by name: they receive the message without being subscribed. */
  bots: ReadonlySet<number>
}

interface RenderingOptions {
  /** Whether the notification bot is the sender, so that nobody is mentioned or alerted. */
  isNotice?: boolean
  /** Streams that the change itself makes and the text may link to. */
  streams?: readonly StreamOrGroup[]
}

/** Renders a message of the actor or of the notification bot. Looks up everything that it names. */
export async function renderedMessage(
  turn: Turn,
  content: string,
  { isNotice = false, streams = [] }: RenderingOptions = {},
): Promise<RenderedMessage> {
  const { cached, realm_id } = turn
  const text = normalized(content)
  const { context, bots } = await contextOf(turn, text, { isNotice, streams })
  const { groups, mentioned, ...rendered } = render(text, context)
  const all = new Set(mentioned)
  for (const group_id of groups) for (const user_id of await cached(membersOfGroup, group_id)) all.add(user_id)
  const alerted = isNotice ? new Set<number>() : alertedUsers(content, await cached(alertWordsOfRealm, realm_id))
  return { ...rendered, mentioned: [...all], alerted, bots }
}

/** HTML of a description of a stream or a user: like a message, but without mentions and previews. */
export async function renderedDescription(turn: Turn, description: string): Promise<string> {
  const text = normalized(description)
  const { context } = await contextOf(turn, text, { isNotice: true, streams: [] })
  return render(text, {
    ...context,
    user: () => null,
    group: () => null,
    wildcards: false,
    previews: false,
    embeds: false,
  }).html
}

/** Everything that a normalized text names, looked up. */
async function contextOf(
  turn: Turn,
  text: string,
  { isNotice, streams: made }: Required<RenderingOptions>,
): Promise<{ context: Context; bots: ReadonlySet<number> }> {
  const { actor, cached, facts, realm_id } = turn
  const settings = settingsOf(actor)
  const texts = mentionTexts(text)
  const { user, bots } = await mentionedUsers(turn, texts.users)
  const groups = await mentionedGroups(turn, texts.groups)
  const streams = await linkedStreams(turn, streamNames(text))
  for (const stream of made) streams.set(stream.name, stream)
  const translate_emoticons =
    !isNotice && writesEmoticons(text) && (await cached(userSettings, actor.id)).translate_emoticons
  const emoji = namesEmoji(text) || translate_emoticons ? await emojiPictures(turn) : new Map<string, string>()
  const context: Context = {
    user,
    group: (name) => groups.get(name) ?? null,
    wildcards: true,
    silent: isNotice,
    stream: (name) => streams.get(name) ?? null,
    emoji: (name) => emoji.get(name) ?? null,
    linkifiers: await cached(linkifiersOf, realm_id),
    default_code_block_language: settings.default_code_block_language,
    translate_emoticons,
    previews: settings.inline_image_preview,
    embeds: settings.inline_url_embed_preview && actor.bot_type === null && !isNotice,
    origin: facts.origin,
  }
  return { context, bots }
}

/** User groups by name. System groups cannot be mentioned. */
async function mentionedGroups(
  { cached, realm_id }: Turn,
  names: readonly string[],
): Promise<Map<string, StreamOrGroup>> {
  const groups = new Map<string, StreamOrGroup>()
  for (const name of names.slice(0, maxGroups)) {
    const group = await cached(groupByName, realm_id, name)
    if (group !== null && !group.is_system_group) groups.set(name, group)
  }
  return groups
}

/** Maximal number of groups that are looked up for a message. */
const maxGroups = 20

/** Streams that the actor may know of, by their exact names: case counts here, unlike elsewhere (markdown, Streams and topics). */
async function linkedStreams(turn: Turn, names: readonly string[]): Promise<Map<string, StreamOrGroup>> {
  const { actor, cached, sql, realm_id } = turn
  const found =
    names.length > maxSingleLookups
      ? (await streamsByName(sql, realm_id, names.slice(0, maxNames))).values()
      : await Promise.all(names.map((name) => findStream(cached, actor, { name })))
  const streams = await withoutHidden(
    turn,
    [...found].filter((stream) => stream !== null),
  )
  return new Map(streams.map((stream) => [stream.name, stream]))
}

/** Leaves out hidden streams, because a link would reveal that there is one, and its id. */
async function withoutHidden({ actor, cached, sql }: Turn, streams: readonly StreamRow[]): Promise<StreamRow[]> {
  const stream_ids = streams.filter((stream) => !mayKnow(actor, stream, false)).map(({ id }) => id)
  const own =
    stream_ids.length > maxSingleLookups
      ? await activeAmong(sql, actor.id, stream_ids)
      : new Set(
          (await Promise.all(stream_ids.map((id) => cached(subscriberIds, id)))).flatMap((ids, place) =>
            ids.has(actor.id) ? [stream_ids[place]!] : [],
          ),
        )
  return streams.filter((stream) => mayKnow(actor, stream, own.has(stream.id)))
}

/** Addresses of the pictures of active custom emoji, by name. */
async function emojiPictures({ cached, realm_id }: Turn): Promise<Map<string, string>> {
  const emoji = Object.values(realmEmojiObject(await cached(realmEmoji, realm_id)))
  return new Map(emoji.filter(({ deactivated }) => !deactivated).map(({ name, source_url }) => [name, source_url]))
}
