import { foldCase } from '../core/base/unicode'
import type { Sql } from '../core/sql/sql'
import type { Turn } from '../core/turn/change'
import { settingsOf } from '../accounts/settings'
import { ApiError } from '../core/base/errors'
import { htmlOfText } from '../edits/history'
import { realmEmoji } from '../emoji/queries'
import { realmEmojiObject } from '../emoji/schema'
import { linkifiersOf } from '../linkifiers/queries'
import type { Context, MentionedUser, StreamOrGroup } from '../markdown/context'
import { mentionTexts, nameAndId } from '../markdown/mentions'
import { normalized, render, type RenderedText } from '../markdown/render'
import { streamNames } from '../markdown/stream-links'
import { usersMentioned } from '../messages/queries'

/** Whether the text is a message or a description, in which nobody is mentioned and nothing is shown. */
interface Options {
  isDescription?: boolean
  /** The author of a message. */
  sender_id?: number
  /** Whether the author wants `:)` to become an emoji. */
  translate_emoticons?: boolean
}

type ShownText = Pick<RenderedText, 'html' | 'links' | 'wildcard' | 'attachments'>

/** Renders texts of an archive. A text that is too complex is shown as it was written. */
export type Renderer = (text: string, options?: Options) => ShownText & { isPlain: boolean }

interface LinkedStream extends StreamOrGroup {
  invite_only: number
}

/**
 * Looks up at once everything that texts name. A mention may also mean a deactivated user, who was active when the message was
 * written. A private stream is linked for its subscribers only, because a link reveals that there is one.
 */
export async function rendererFor(turn: Turn, texts: readonly string[]): Promise<Renderer> {
  const { cached, sql, realm_id, actor, facts } = turn
  const all = texts.map((text) => mentionTexts(text))
  const refs = distinct(all.flatMap(({ users }) => users)).map(nameAndId)
  const groupNames = distinct(all.flatMap(({ groups }) => groups))
  const linked = distinct(texts.flatMap((text) => streamNames(text)))
  const [people, groups, streams, emoji, linkifiers] = await Promise.all([
    refs.length === 0 ? [] : usersMentioned(sql, realm_id, refs),
    groupNames.length === 0 ? [] : groupsNamed(sql, realm_id, groupNames),
    linked.length === 0 ? [] : streamsNamed(sql, realm_id, linked),
    cached(realmEmoji, realm_id),
    cached(linkifiersOf, realm_id),
  ])
  const readers = await subscribersAmong(sql, streams)
  const byId = new Map(people.map((user) => [user.id, user]))
  const byName = new Map(people.toSorted((a, b) => b.id - a.id).map((user) => [foldCase(user.full_name), user]))
  const groupsByName = new Map(groups.map((group) => [group.name, group]))
  const streamsByName = new Map(streams.map((stream) => [stream.name, stream]))
  const pictures = new Map(
    Object.values(realmEmojiObject(emoji))
      .filter(({ deactivated }) => !deactivated)
      .map(({ name, source_url }) => [name, source_url]),
  )
  const user = (text: string): MentionedUser | null => {
    const { name, id } = nameAndId(text)
    const found = id === null ? byName.get(foldCase(name)) : byId.get(id)
    return found === undefined || (id !== null && name !== '' && name !== found.full_name) ? null : found
  }
  const settings = settingsOf(actor)
  return (text, { isDescription = false, sender_id, translate_emoticons = false } = {}) => {
    const context: Context = {
      user: isDescription ? () => null : user,
      group: isDescription ? () => null : (name) => groupsByName.get(name) ?? null,
      wildcards: !isDescription,
      silent: false,
      stream: (name) => {
        const stream = streamsByName.get(name)
        if (stream === undefined) return null
        return stream.invite_only && !readers.has(`${stream.id} ${sender_id}`) ? null : stream
      },
      emoji: (name) => pictures.get(name) ?? null,
      linkifiers,
      default_code_block_language: settings.default_code_block_language,
      translate_emoticons,
      previews: !isDescription && settings.inline_image_preview,
      embeds: false,
      origin: facts.origin,
    }
    return renderOrPlain(text, context)
  }
}

function renderOrPlain(text: string, context: Context): ReturnType<Renderer> {
  try {
    return { ...render(normalized(text), context), isPlain: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const links = { has_link: false, has_image: false, has_attachment: false }
    return { html: htmlOfText(text), links, wildcard: false, attachments: [], isPlain: true }
  }
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]

const groupsNamed = (sql: Sql, realm_id: number, names: readonly string[]): Promise<StreamOrGroup[]> =>
  sql`
    select id, name from user_group
    where realm_id = ${realm_id} and not is_system_group
      and name_key in (select value from json_each(${JSON.stringify(names.map(foldCase))}))
  `.all()

const streamsNamed = (sql: Sql, realm_id: number, names: readonly string[]): Promise<LinkedStream[]> =>
  sql`
    select id, name, invite_only from stream
    where realm_id = ${realm_id} and not deactivated
      and name_key in (select value from json_each(${JSON.stringify(names.map(foldCase))}))
  `.all()

/** Subscribers of those of the streams that are private, as texts of stream and user. */
async function subscribersAmong(sql: Sql, streams: readonly LinkedStream[]): Promise<ReadonlySet<string>> {
  const ids = streams.filter(({ invite_only }) => invite_only).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const rows = await sql`
    select stream_id || ' ' || user_id as pair from subscription
    where stream_id in (select value from json_each(${JSON.stringify(ids)})) and active
  `.all<{ pair: string }>()
  return new Set(rows.map(({ pair }) => pair))
}
