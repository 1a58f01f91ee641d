import { z } from 'zod'
import { stream, streamSchema } from '../streams/schema'
import type { DefaultStreamGroup } from './queries'

/** Streams that clients offer to new users together (register, realm_default_stream_groups). */
export const defaultStreamGroupSchema = z.object({
  /** Id of the group. */
  id: z.int(),
  /** Name of the group. */
  name: z.string(),
  /** What the group is for, as plain text. */
  description: z.string(),
  /** The streams, by name. */
  streams: z.array(streamSchema),
})

export const group = ({
  id,
  name,
  description,
  streams,
}: DefaultStreamGroup): z.infer<typeof defaultStreamGroupSchema> => ({
  id,
  name,
  description,
  streams: streams.map(stream),
})

export const defaultStreamEventSchemas = [
  /**
   * The streams that new users are subscribed to changed. Members are told, guests are not (events, default_streams).
   */
  z.object({
    type: z.literal('default_streams'),
    /** All default streams, by name. */
    default_streams: z.array(streamSchema),
  }),
  /** The default stream groups changed. Members are told, guests are not (events, default_streams). */
  z.object({
    type: z.literal('default_stream_groups'),
    /** All groups, by name. */
    default_stream_groups: z.array(defaultStreamGroupSchema),
  }),
] as const
