import { daySeconds } from '../core/base/units'
import type { SystemTurn } from '../core/turn/change'
import type { InvitationRow } from './queries'

/** A reminder on the agenda. Only the agenda has the key: the database has its hash, which a resent invitation replaces. */
export interface Reminder {
  readonly key: string
  readonly origin: string
}

/** The items of reminders on the agenda have keys that begin with this. */
export const reminderPrefix = 'invitation reminder:'

/** When a reminder comes: two days before the end, or after half of a short time; null for a very short one, and without an end. */
function reminderAt({ created_at, expires_at }: Pick<InvitationRow, 'created_at' | 'expires_at'>): number | null {
  if (expires_at === null || expires_at - created_at < daySeconds) return null
  return Math.max(expires_at - 2 * daySeconds, (created_at + expires_at) / 2)
}

/** An invitation that was mailed. */
interface MailedInvitation extends Pick<InvitationRow, 'id' | 'created_at' | 'expires_at'> {
  readonly key: string
}

/** Puts reminders of invitations on the agenda. Answers when the first one is due, in UNIX seconds; null if there is none. */
export function planReminders(
  { agenda, facts: { origin } }: Pick<SystemTurn, 'agenda' | 'facts'>,
  invitations: readonly MailedInvitation[],
): number | null {
  const dues = invitations.flatMap(({ id, key, ...times }) => {
    const due = reminderAt(times)
    if (due === null) return []
    agenda.put({ key: `${reminderPrefix}${id}`, due, input: { key, origin } satisfies Reminder })
    return due
  })
  return dues.length === 0 ? null : Math.min(...dues)
}
