import { z } from 'zod'
import { eventSchemas } from '../../src/events/schema'

type EventSchema = (typeof eventSchemas)[number]

/** `drafts`, `add` becomes `DraftsAddEvent`. */
const nameOf = (words: readonly string[]): string =>
  [...words, 'event']
    .map((word) => word.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase()))
    .join('')

const valueOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodLiteral ? [(schema as z.ZodLiteral<string>).value] : []

const taken = new Set<string>()

/** The schema of an event in a queue, under its own name. */
function queuedEventSchema(schema: EventSchema): z.ZodType {
  const shape = schema.shape as Record<string, z.ZodType>
  const words = [...valueOf(shape['type']), ...valueOf(shape['op']), ...valueOf(shape['property'])]
  const name = nameOf(words)
  const id = taken.has(name) ? nameOf(['short', ...words]) : name
  if (taken.has(id)) throw new Error(`Two events are called ${id}`)
  taken.add(id)
  return z
    .object({ id: z.int().describe('Id of the event in its queue: ids grow, not always by one.'), ...shape })
    .meta({ id, title: words.join(', '), ...(schema.description !== undefined && { description: schema.description }) })
}

/** All events of `GET /events`. */
export const eventSchema = z
  .union(eventSchemas.map(queuedEventSchema))
  .meta({ id: 'Event', description: 'An event: what it is says `type`, and of many types `op`.' })
