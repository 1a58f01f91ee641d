import { z } from 'zod'
import type { HeldRow } from './queries'

/** A file as its owner sees it; times are milliseconds (endpoints, Attachments and uploads). */
export const attachmentSchema = z.object({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  size: z.int(),
  create_time: z.int(),
  messages: z.array(z.object({ id: z.int(), date_sent: z.int() })),
})

export type Attachment = z.infer<typeof attachmentSchema>

const type = z.literal('attachment')
const upload_space_used = z.int()

/** What becomes of somebody's files; only they are told (events, attachment). */
export const attachmentEventSchemas = [
  z.object({
    type,
    op: z.enum(['add', 'update']),
    attachment: z.strictObject(attachmentSchema.shape),
    upload_space_used,
  }),
  z.object({ type, op: z.literal('remove'), attachment: z.strictObject({ id: z.int() }), upload_space_used }),
] as const

/** A message that holds a file. */
export interface Holder {
  id: number
  /** UNIX seconds. */
  sent_at: number
}

/** The file as clients are told of it. */
export const attachment = (
  row: Pick<HeldRow, 'id' | 'name' | 'path_id' | 'size' | 'created_at'>,
  holders: readonly Holder[],
): Attachment => ({
  id: row.id,
  name: row.name,
  path_id: row.path_id,
  size: row.size,
  create_time: Math.floor(row.created_at * 1000),
  messages: holders
    .map(({ id, sent_at }) => ({ id, date_sent: sent_at * 1000 }))
    .toSorted((left, right) => left.id - right.id),
})

export const holdersOf = ({ messages }: Pick<HeldRow, 'messages'>): Holder[] => JSON.parse(messages) as Holder[]
