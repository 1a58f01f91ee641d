import { z } from 'zod'

/** Where code of a language can be tried out (register, Realm: lists). */
export const playgroundSchema = z.object({
  id: z.int(),
  name: z.string(),
  pygments_language: z.string(),
  url_prefix: z.string(),
})

/** The organization's playgrounds, all of them; told to everybody (events, Realm). */
export const playgroundsEventSchema = z.object({
  type: z.literal('realm_playgrounds'),
  realm_playgrounds: z.array(playgroundSchema),
})
