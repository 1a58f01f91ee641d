import type { Sql } from '../core/sql/sql'
import type { Batch } from './batch'

/** A link to an uploaded file, by the id of its record. */
const fileLink = /\/user_uploads\/(\d{1,10})(?![\w/.])/g

/** A mention with an id: `@**Name|7**`. */
const mentionWithId = /(@_?\*\*[^*\n|]*\|)(\d{1,10})(?=\*\*)/g

/** A link to a message: `#narrow/…/near/12`. */
const nearLink = /(#narrow\/[^\s)>\]]*\/(?:near|with|id)\/)(\d{1,10})(?!\d)/g

/** A link to a stream: `#narrow/stream/5-general`. */
const streamLink = /(#narrow\/(?:stream|channel)\/)(\d{1,10})(?=[-/\s)>\]]|$)/g

/** A link to a conversation, or to the messages of somebody: `#narrow/dm/7,8-group`. */
const peopleLink =
  /(#narrow\/(?:pm-with|dm|group-pm-with|dm-including|sender|from)\/)(\d{1,10}(?:,\d{1,10}){0,100})(?=[-/\s)>\]]|$)/g

/** Ids of the files that a text links to. */
export const filesIn = (content: string): number[] =>
  content.includes('/user_uploads/') ? [...content.matchAll(fileLink)].map(([, id]) => Number(id)) : []

/**
 * A text of the archive with what ids mean here: files by their paths, people, messages and streams by their ids. `paths` has paths of
 * files by their ids here. Links to other files stay as they are.
 */
export function contentHere<R>(batch: Batch<R>, content: string, paths: ReadonlyMap<number, string>): string {
  let text = content
  if (text.includes('/user_uploads/'))
    text = text.replaceAll(fileLink, (link, id: string) => {
      const path = paths.get(batch.idOf('file', Number(id)))
      return path === undefined ? link : `/user_uploads/${path}`
    })
  if (text.includes('|'))
    text = text.replaceAll(mentionWithId, (_, start: string, id: string) => start + batch.idOf('user', Number(id)))
  if (text.includes('#narrow/'))
    text = text
      .replaceAll(nearLink, (_, start: string, id: string) => start + batch.idOf('message', Number(id)))
      .replaceAll(streamLink, (_, start: string, id: string) => start + batch.idOf('stream', Number(id)))
      .replaceAll(peopleLink, (_, start: string, ids: string) => {
        const here = ids.split(',').map((id) => batch.idOf('user', Number(id)))
        return start + here.join(',')
      })
  return text
}

/** Paths of files by their ids here. */
export async function pathsOf(sql: Sql, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql`
    select id, path_id from attachment where id in (select value from json_each(${JSON.stringify(ids)}))
  `.all<{ id: number; path_id: string }>()
  return new Map(rows.map(({ id, path_id }) => [id, path_id]))
}
