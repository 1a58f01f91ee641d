import { z } from 'zod'
import { failureReasons } from './mail'

/** What the server sends by mail, and what hinders it. */
export const mailUsageSchema = z.object({
  /** How it sends: `smtp`, `cloudflare` (the platform’s binding) or `resend`. Null: it sends no mail. */
  transport: z.enum(['smtp', 'cloudflare', 'resend']).nullable(),
  /** What is wrong with the configuration, in words for the operator; null: nothing. Then no mail is sent. */
  problem: z.string().nullable(),
  /** Mails that the organization may send in a day. */
  daily_limit: z.int(),
  /** Mails of today that count towards it: sent ones, and those that wait to be sent. */
  used: z.int(),
  /** Mails that were left out today, because a limit was reached. */
  left_out: z.int(),
  /** Attempts of today that failed, by reason. A mail that arrived later counts, too. */
  failures: z.partialRecord(z.enum(failureReasons), z.int()),
})

export type MailUsage = z.infer<typeof mailUsageSchema>
