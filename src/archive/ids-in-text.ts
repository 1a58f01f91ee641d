import { maxArchiveId } from './records'

/** Mentions with an id: `@**Ada|7**`, `@_**Ada|7**`. */
const mention = /(@_?\*\*[^*|\n]{1,200}\|)(\d{1,16})(?=\*\*)/g

/** Ids in the address of a narrow: of a stream, a message, a sender, and of people, with commas. */
const inNarrow =
  /(?<=\/)((?:stream|channel|near|with|id)\/)(\d{1,16})(?=[-/]|$)|(?<=\/)((?:pm-with|dm|group-pm-with|dm-including|sender|from)\/)(\d{1,16}(?:,\d{1,16})*)(?=[-/]|$)/g

/**
 * Adds a number to the ids in a Markdown text: in mentions, and in links to places of the organization at this address. Archives
 * have ids within the organization there, too. Ids that are not of the organization stay.
 */
export function shiftedIds(text: string, { by, origin }: { by: number; origin: string }): string {
  if (by === 0) return text
  const shifted = (id: string): string => {
    const within = by < 0 ? Number(id) + by : Number(id)
    return within < 1 || within > maxArchiveId ? id : String(Number(id) + by)
  }
  return text
    .replace(mention, (_, before: string, id: string) => before + shifted(id))
    .replace(narrowsAt(origin), (link) =>
      link.replace(inNarrow, (_, place?: string, id?: string, people?: string, ids?: string) =>
        place === undefined ? people + ids!.split(',').map(shifted).join(',') : place + shifted(id!),
      ),
    )
}

/** Links to narrows: those that begin with the origin, and those without any. */
const narrowsAt = (origin: string): RegExp =>
  new RegExp(`(?<![^\\s("'<>\\[])(?:${RegExp.escape(origin)})?/?#narrow/[^\\s)"'<>\\]]{1,1000}`, 'g')
