import { z } from 'zod'

/** A playground: a page elsewhere that opens code of a language (register, Realm: lists). */
export const playgroundSchema = z.object({
  /** Id of the playground. */
  id: z.int(),
  /** Name of the playground, for people. */
  name: z.string(),
  /** Language of the code blocks that can be opened there, as Pygments names it. Clients compare it with `data-code-language` of a code block. */
  pygments_language: z.string(),
  /** Address of the playground. Clients append the code of the block, encoded for addresses. */
  url_prefix: z.string(),
})

/** All users are told when a playground was added or deleted (events, Realm). */
export const playgroundsEventSchema = z.object({
  type: z.literal('realm_playgrounds'),
  /** All playgrounds of the organization, oldest first. */
  realm_playgrounds: z.array(playgroundSchema),
})
