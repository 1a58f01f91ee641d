import { z } from 'zod'

/** The feature's part of the initial state. */
export const flagsState = {
  /** Ids of the messages that you starred, ascending: the 10,000 newest. */
  starred_messages: z.array(z.int()).optional(),
}
