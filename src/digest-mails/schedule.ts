import type { RealmSettings } from '../accounts/settings'
import type { AgendaItem } from '../core/turn/agenda'
import type { SystemTurn } from '../core/turn/change'
import { sendsMail } from '../mail/setup'
import { digestItem, digestKey, nextDigestAt, type DigestTask } from './item'

/**
 * Puts the next digests of an organization on its agenda, if it wants them and the server sends mail. Answers when they begin, in
 * UNIX seconds; null if nothing changes. The agenda may have been lost, so every first use of a session on a day asks for this.
 */
export function scheduleDigestMails(
  { agenda, now, env, facts }: Pick<SystemTurn, 'agenda' | 'now' | 'env' | 'facts'>,
  { digest_emails_enabled, digest_weekday }: Pick<RealmSettings, 'digest_emails_enabled' | 'digest_weekday'>,
): number | null {
  if (!digest_emails_enabled || !sendsMail(env)) return null
  const before = agenda.get(digestKey) as AgendaItem<DigestTask> | undefined
  const due = nextDigestAt(now, digest_weekday)
  // Digests that have begun are finished first, and those that are due begin.
  const isUnderWay = before !== undefined && (before.input.progress !== null || before.due <= now)
  if (isUnderWay || before?.due === due) return null
  agenda.put(digestItem({ origin: facts.origin, progress: null }, due))
  return due
}
