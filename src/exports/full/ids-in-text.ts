import { beforeFirstId, realmOf } from '../../core/sql/ids'

/** Mentions with an id: `@**Ada|7**`, `@_**Ada|7**`. */
const mention = /(@_?\*\*[^*|\n]{1,200}\|)(\d{1,16})(?=\*\*)/g

/** Ids in the address of a narrow: of a stream, a message, a sender, and of people, with commas. */
const inNarrow =
  /(?<=\/)((?:stream|channel|near|with|id|pm-with|dm|group-pm-with|dm-including|sender|from)\/)(\d{1,16}(?:,\d{1,16})*)(?=[-/]|$)/g

/**
 * A Markdown text with the ids of archives in mentions, and in links to places of the organization at this address. Ids that are not
 * of the organization stay.
 */
export function withIdsWithin(text: string, { realm_id, origin }: { realm_id: number; origin: string }): string {
  const before = beforeFirstId(realm_id)
  if (before === 0) return text
  const idsInRealm = (ids: string): string =>
    ids
      .split(',')
      .map((id) => (realmOf(Number(id)) === realm_id ? String(Number(id) - before) : id))
      .join(',')
  return text
    .replace(mention, (_, start: string, id: string) => start + idsInRealm(id))
    .replace(narrowsAt(origin), (link) =>
      link.replace(inNarrow, (_, start: string, ids: string) => start + idsInRealm(ids)),
    )
}

/** Links to narrows: those that begin with the origin, and those without any. */
const narrowsAt = (origin: string): RegExp =>
  new RegExp(`(?<![^\\s("'<>\\[])(?:${RegExp.escape(origin)})?/?#narrow/[^\\s)"'<>\\]]{1,1000}`, 'g')
