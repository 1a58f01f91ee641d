import { z } from 'zod'
import type { BigFileRow, HeldRow } from './queries'

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

/** What a file is, by its type. */
const fileKinds = ['image', 'video', 'audio', 'other'] as const

/** A big file, as administrators see it (endpoints, Attachments and uploads). */
export const bigFileSchema = z.object({
  /** Id of the file. */
  id: z.int(),
  /** Name of the file; null if you may not open it: you have not uploaded it, and see none of the newest 20 messages that hold it. */
  name: z.string().nullable(),
  /** Path of the file below `/user_uploads/`; null like the name. */
  path_id: z.string().nullable(),
  /** Whether it is a picture, a video, sound, or something else. */
  kind: z.enum(fileKinds),
  /** Size in bytes. */
  size: z.int(),
  /** When the file was uploaded, in milliseconds since 1970 UTC. */
  create_time: z.int(),
  /** Id of the account that uploaded it. */
  uploaded_by: z.int(),
  /** Whether a message holds it, also one that you do not see. */
  is_in_message: z.boolean(),
  /** Messages that hold the file and that you may see, at most 3, oldest first. */
  messages: attachmentSchema.shape.messages,
})

export type BigFile = z.infer<typeof bigFileSchema>

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

/** A big file in the form of responses. What tells of its content is there only for who may open it. */
export function bigFile(row: BigFileRow, viewer_id: number): BigFile {
  const { messages, ...file } = attachment(row, holdersOf(row))
  const isOpen = row.user_id === viewer_id || messages.length > 0
  return {
    ...file,
    ...(!isOpen && { name: null, path_id: null }),
    kind: fileKinds.find((kind) => row.content_type.startsWith(`${kind}/`)) ?? 'other',
    uploaded_by: row.user_id,
    is_in_message: row.is_held === 1,
    messages,
  }
}
