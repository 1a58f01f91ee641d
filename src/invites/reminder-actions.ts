import { activeAccount } from '../accounts/account'
import { settingsOf } from '../accounts/settings'
import { hashOfKey } from '../auth/keys'
import { accountById } from '../auth/queries'
import { dueItems } from '../core/turn/agenda'
import { joinSteps, type Change, type Step, type SystemTurn } from '../core/turn/change'
import { causedBy } from '../mail/limits'
import { postMails } from '../mail/posting'
import { sendsMail } from '../mail/setup'
import { realmById } from '../realm/queries'
import { standingOf } from './admission'
import { invitationByKey, type InvitationRow } from './queries'
import { reminderPrefix, type Reminder } from './reminders'
import { linkOf } from './schema'

/** Reminders that are sent in one change. */
const maxTogether = 20

/** Mails the reminders that are due, of invitations that nobody has accepted or taken back. Returns when the next one is due. */
export async function sendReminders(turn: SystemTurn): Promise<Change<{ next: number | null }>> {
  const { agenda, cached, sql, realm_id, now, env } = turn
  const { due, next } = dueItems<Reminder>(turn, reminderPrefix)
  const [begun, later] = [due.slice(0, maxTogether), due.slice(maxTogether)]
  const result = { next: later.length > 0 ? now : next }
  // At once, so that nobody is reminded twice whatever becomes of the change.
  for (const { key } of begun) agenda.delete(key)
  const realm = begun.length === 0 ? null : await cached(realmById, realm_id)
  if (realm === null || realm.deactivated || !sendsMail(env)) return { writes: [], result }
  const language = settingsOf(realm).default_language
  const reminders = await Promise.all(
    begun.map(async ({ input }) => ({
      ...input,
      invitation: await invitationByKey(sql, realm_id, hashOfKey(input.key)),
    })),
  )
  const steps: Step[] = []
  for (const { key, origin, invitation } of reminders)
    if (invitation !== null && standingOf(invitation, now) === 'open')
      steps.push(await mailReminder(turn, invitation, { url: linkOf(origin, key), origin, language }))
  return { ...joinSteps(...steps), result }
}

/** Counts in the share of the inviter, as the invitation did. */
async function mailReminder(
  turn: SystemTurn,
  { email, inviter_id, inviter_name, expires_at }: InvitationRow,
  { url, origin, language }: { url: string; origin: string; language: string },
): Promise<Step> {
  const { sql, realm_id, now } = turn
  const inviter = activeAccount(await accountById(sql, realm_id, inviter_id))
  if (inviter === null || email === null || expires_at === null) return { writes: [] }
  const mail = {
    to: email,
    language,
    template: 'invitation_reminder' as const,
    values: { inviter: inviter_name, url, expires_at },
  }
  const posting = { kind: 'invitations', cause: causedBy(inviter), lifetime: expires_at - now, origin } as const
  return (await postMails(turn, [mail], posting)).step
}
