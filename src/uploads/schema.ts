import { z } from 'zod'
import type { HeldRow } from './queries'

/** An uploaded file, as its owner sees it (endpoints, Attachments and uploads). */
export const attachmentSchema = z.object({
  /** Id of the file. */
  id: z.int(),
  /** Name of the file as it was uploaded, at most 100 characters. */
  name: z.string(),
  /** Path of the file below `/user_uploads/`. */
  path_id: z.string(),
  /** Size in bytes. */
  size: z.int(),
  /** When the file was uploaded, in milliseconds since 1970 UTC. */
  create_time: z.int(),
  /** Messages that hold the file, oldest first. */
  messages: z.array(
    z.object({
      /** Id of the message. */
      id: z.int(),
      /** When the message was sent, in milliseconds since 1970 UTC. */
      date_sent: z.int(),
    }),
  ),
  /**
   * Id of the bot that uploaded the file. Only of files of bots. `messages` then has only those that you may see: you may open
   * the file if there is one.
   */
  uploaded_by: z.int().optional(),
})

export type Attachment = z.infer<typeof attachmentSchema>

const type = z.literal('attachment')

/** Bytes that all files of the organization take, not only yours. */
export const upload_space_used = z.int()

/** Events about files, told to their owner only (events, attachment). */
export const attachmentEventSchemas = [
  /** You uploaded a file (`add`), or one of your files is held by other messages than before (`update`). */
  z.object({
    type,
    /** `add` or `update`. */
    op: z.enum(['add', 'update']),
    /** The file as it is now. */
    attachment: z.strictObject(attachmentSchema.shape),
    upload_space_used,
  }),
  /**
   * One of your files was deleted, by yourself or because no message holds it any more; or a file of a bot that takes your
   * space.
   */
  z.object({
    type,
    op: z.literal('remove'),
    /** Which file it was. */
    attachment: z.strictObject({
      /** Id of the file. */
      id: z.int(),
    }),
    upload_space_used,
  }),
] as const

/** A message that holds a file. */
export interface Holder {
  id: number
  /** UNIX seconds. */
  sent_at: number
}

/** A file in the form of responses and events. */
export const attachment = (
  row: Pick<HeldRow, 'id' | 'name' | 'path_id' | 'size' | 'created_at'>,
  holders: readonly Holder[],
): Attachment => ({
  id: row.id,
  name: row.name,
  path_id: row.path_id,
  size: row.size,
  create_time: Math.floor(row.created_at * 1000),
  messages: holders.map(({ id, sent_at }) => ({ id, date_sent: sent_at * 1000 })).toSorted((a, b) => a.id - b.id),
})

/** The messages with a file, from the JSON of its row. */
export const holdersOf = ({ messages }: Pick<HeldRow, 'messages'>): Holder[] => JSON.parse(messages) as Holder[]
