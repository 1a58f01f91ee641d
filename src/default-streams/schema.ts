import { z } from 'zod'
import { stream, streamSchema } from '../streams/schema'
import type { DefaultStreamGroup } from './queries'

/** Streams that people can choose together when they arrive (register, Streams). */
const groupSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  streams: z.array(streamSchema),
})

export const group = ({ id, name, description, streams }: DefaultStreamGroup): z.infer<typeof groupSchema> => ({
  id,
  name,
  description,
  streams: streams.map(stream),
})

/** Both tell the whole list (events, default_streams). */
export const defaultStreamEventSchemas = [
  z.object({ type: z.literal('default_streams'), default_streams: z.array(streamSchema) }),
  z.object({ type: z.literal('default_stream_groups'), default_stream_groups: z.array(groupSchema) }),
] as const
