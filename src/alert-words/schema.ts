import { z } from 'zod'

/** All of your alert words, sorted, spelled as you added them. */
export const alertWordsSchema = z.array(z.string())

/** Your alert words have changed. Only you are told (events, alert_words). */
export const alertWordsEventSchema = z.object({ type: z.literal('alert_words'), alert_words: alertWordsSchema })
