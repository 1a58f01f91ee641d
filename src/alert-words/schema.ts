import { z } from 'zod'

export const alertWordsSchema = z.array(z.string())

/** Somebody's alert words, all of them; told to themself (events, alert_words). */
export const alertWordsEventSchema = z.object({ type: z.literal('alert_words'), alert_words: alertWordsSchema })
