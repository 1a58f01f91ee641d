import { fragment } from '../core/sql/sql'
import { beforeFirstId } from '../core/sql/ids'
import type { ExportChapter } from '../exports/chapter'
import { emojiCode } from '../exports/full/texts'
import { idIn } from '../exports/full/source'
import { storedReactions } from '../reactions/schema'
import type { OwnSource } from './source'

/** Reactions are looked for in so many of the newest messages, because each of these is a row that is read. */
const maxMessages = 100_000

/** Ids in a page. */
const pageIds = 20_000

/** The person's reactions to messages, also of others. */
export const reactions: ExportChapter<OwnSource> = {
  name: 'reactions',
  async page(source, after) {
    const { sql, realm_id, until, viewer } = source
    const from = after?.[0] ?? Math.max(beforeFirstId(realm_id), until - maxMessages)
    const to = Math.min(from + pageIds, until)
    const own = `%"user_id":${viewer.id}%`
    const rows = await sql`
      select id, reactions from message
      where id > ${from} and id <= ${to} and ${fragment`reactions like ${own}`}
      order by id
    `.all<{ id: number; reactions: string }>()
    const items = rows.flatMap(({ id, reactions: all }) =>
      storedReactions(all)
        .filter(({ user_id }) => user_id === viewer.id)
        .map(({ emoji_name, emoji_code, reaction_type }) => ({
          place: [id],
          record: {
            message_id: idIn(source, id),
            emoji_name,
            emoji_code: emojiCode(source, { emoji_code, reaction_type }),
            reaction_type,
          },
        })),
    )
    return { items: [...items, { place: [to], record: null }], isLast: to >= until }
  },
}
