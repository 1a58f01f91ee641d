import { withIdInKey } from '../../archive/widget-keys'
import { realmOf } from '../../core/sql/ids'
import { storedSubmessages } from '../../submessages/schema'
import { withIdsWithin } from './ids-in-text'
import { idIn, lastOf, type FullSource } from './source'

/** The token in a link to a file of the organization. */
const fileLink = (realm_id: number): RegExp => new RegExp(`/user_uploads/${realm_id}/([A-Za-z0-9]{32})/`, 'g')

/**
 * Markdown texts as archives have them: links to uploaded files are `/user_uploads/{id}`, and ids in mentions and links are those
 * within the organization.
 */
export async function textsIn(source: FullSource, texts: readonly string[]): Promise<string[]> {
  const { realm_id, sql, origin } = source
  const tokens = new Set(texts.flatMap((text) => [...text.matchAll(fileLink(realm_id))].map(([, token]) => token!)))
  const files =
    tokens.size === 0
      ? []
      : await sql`
          select attachment.id, path_id from json_each(${JSON.stringify([...tokens])}) as token
          cross join attachment on path_id > ${`${realm_id}/`} || token.value || '/' and path_id < ${`${realm_id}/`} || token.value || '0'
          where attachment.id <= ${lastOf(source, 'attachment')}
        `.all<{ id: number; path_id: string }>()
  return texts.map((text) => {
    let result = text
    for (const { id, path_id } of files)
      for (const path of new Set([path_id, encodeURI(path_id)]))
        for (const link of [`${origin}/user_uploads/${path}`, `/user_uploads/${path}`])
          result = result.replaceAll(link, `/user_uploads/${idIn(source, id)}`)
    return withIdsWithin(result, { realm_id, origin })
  })
}

interface Emoji {
  readonly emoji_code: string
  readonly reaction_type: string
}

/** The code of an emoji: the id of a custom one, within the organization. */
export const emojiCode = (source: FullSource, { emoji_code, reaction_type }: Emoji): string =>
  reaction_type === 'realm_emoji' ? String(idIn(source, Number(emoji_code))) : emoji_code

/** Widgets of a message and what was added to them, with ids within the organization, also in keys of options and tasks. */
export const submessagesIn = (source: FullSource, column: string | null) =>
  storedSubmessages(column).map(({ sender_id, msg_type, content }) => ({
    sender_id: idIn(source, sender_id),
    msg_type,
    content: withIdInKey(content, (id) => (realmOf(id) === source.realm_id ? idIn(source, id) : id)),
  }))
