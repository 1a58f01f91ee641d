import type { Turn } from '../core/turn/change'
import { mostSingleLookups } from '../core/turn/query-cache'
import { alertWordsOfRealm } from '../alert-words/queries'
import { realmEmoji } from '../emoji/queries'
import { realmEmojiObject } from '../emoji/schema'
import { linkifiersOf } from '../linkifiers/queries'
import { alertedUsers } from '../markdown/alert-words'
import type { Context, Named } from '../markdown/context'
import { namesEmoji, writesEmoticons } from '../markdown/emoji'
import { mentionTexts } from '../markdown/mentions'
import { normalized, render, type Rendered } from '../markdown/render'
import { streamNames } from '../markdown/stream-links'
import { settingsOf } from '../accounts/settings'
import { userSettings } from '../settings/queries'
import { findStream, mayKnow } from '../streams/access'
import { streamsByName, type StreamRow } from '../streams/queries'
import { activeAmong, subscriberIds } from '../subscriptions/queries'
import { groupByName, membersOfGroup } from '../user-groups/queries'
import { mentionable, mostNames } from './mentionable'

/** A text as a message, and whom it calls. */
export interface RenderedMessage extends Omit<Rendered, 'groups'> {
  /** Whom mentions of them or of their groups call, whether they receive the message or not. */
  mentioned: number[]
  /** Those who have an alert word that occurs. */
  alerted: ReadonlySet<number>
  /** Bots among those mentioned by name, which receive what mentions them, subscribed or not. */
  bots: ReadonlySet<number>
}

interface RenderingOptions {
  /** Said by the realm's own voice. */
  isNotice?: boolean
  /** Streams that the change itself makes, to which the text may link. */
  streams?: readonly Named[]
}

/** Renders what the actor writes, or what the realm's own voice does; looks up all that it names. */
export async function renderedMessage(
  turn: Turn,
  content: string,
  { isNotice = false, streams = [] }: RenderingOptions = {},
): Promise<RenderedMessage> {
  const { cached, realm_id } = turn
  const { context, bots } = await contextOf(turn, normalized(content), { isNotice, streams })
  const { groups, mentioned, ...rendered } = render(content, context)
  const all = new Set(mentioned)
  for (const group_id of groups) for (const user_id of await cached(membersOfGroup, group_id)) all.add(user_id)
  const alerted = isNotice ? new Set<number>() : alertedUsers(content, await cached(alertWordsOfRealm, realm_id))
  return { ...rendered, mentioned: [...all], alerted, bots }
}

/** A text about a stream or a person: as a message, but it mentions nobody, and nothing is previewed. */
export async function renderedDescription(turn: Turn, text: string): Promise<string> {
  const { context } = await contextOf(turn, normalized(text), { isNotice: true, streams: [] })
  return render(text, {
    ...context,
    user: () => null,
    group: () => null,
    wildcards: false,
    previews: false,
    embeds: false,
  }).html
}

async function contextOf(
  turn: Turn,
  content: string,
  { isNotice, streams: made }: Required<RenderingOptions>,
): Promise<{ context: Context; bots: ReadonlySet<number> }> {
  const { actor, cached, facts, realm_id } = turn
  const settings = settingsOf(actor)
  const texts = mentionTexts(content)
  const { user, bots } = await mentionable(turn, texts.users)
  const groups = await mentionedGroups(turn, texts.groups)
  const streams = await linkedStreams(turn, streamNames(content))
  for (const stream of made) streams.set(stream.name, stream)
  const translate_emoticons =
    !isNotice && writesEmoticons(content) && (await cached(userSettings, actor.id)).translate_emoticons
  const emoji = namesEmoji(content) || translate_emoticons ? await pictures(turn) : new Map<string, string>()
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

/** By name; system groups cannot be mentioned. */
async function mentionedGroups({ cached, realm_id }: Turn, names: readonly string[]): Promise<Map<string, Named>> {
  const groups = new Map<string, Named>()
  for (const name of names.slice(0, mostGroups)) {
    const group = await cached(groupByName, realm_id, name)
    if (group !== null && !group.is_system_group) groups.set(name, group)
  }
  return groups
}

/** Names of groups that are looked up for one message. */
const mostGroups = 20

/** By exact name, unlike everywhere else (markdown, Streams and topics); of those that the actor may know of. */
async function linkedStreams(turn: Turn, names: readonly string[]): Promise<Map<string, Named>> {
  const { actor, cached, sql, realm_id } = turn
  const found =
    names.length > mostSingleLookups
      ? (await streamsByName(sql, realm_id, names.slice(0, mostNames))).values()
      : await Promise.all(names.map((name) => findStream(cached, actor, { name })))
  const streams = await knownToActor(
    turn,
    [...found].filter((stream) => stream !== null),
  )
  return new Map(streams.map((stream) => [stream.name, stream]))
}

/** A link would tell the id of a hidden stream, and that there is one: to its writer it is missing. */
async function knownToActor({ actor, cached, sql }: Turn, streams: readonly StreamRow[]): Promise<StreamRow[]> {
  const asked = streams.filter((stream) => !mayKnow(actor, stream, false)).map(({ id }) => id)
  const own =
    asked.length > mostSingleLookups
      ? await activeAmong(sql, actor.id, asked)
      : new Set(
          (await Promise.all(asked.map((id) => cached(subscriberIds, id)))).flatMap((ids, place) =>
            ids.has(actor.id) ? [asked[place]!] : [],
          ),
        )
  return streams.filter((stream) => mayKnow(actor, stream, own.has(stream.id)))
}

/** Pictures of active custom emoji, by name. */
async function pictures({ cached, realm_id }: Turn): Promise<Map<string, string>> {
  const emoji = Object.values(realmEmojiObject(await cached(realmEmoji, realm_id)))
  return new Map(emoji.filter(({ deactivated }) => !deactivated).map(({ name, source_url }) => [name, source_url]))
}
