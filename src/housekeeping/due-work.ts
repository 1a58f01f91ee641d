import { joinSteps, type Change, type SystemTurn } from '../core/turn/change'
import { beginDigestMails } from '../digest-mails/actions'
import { beginIntegrationWork } from '../integrations/due-actions'
import { sendReminders } from '../invites/reminder-actions'
import { beginMails } from '../mail/agenda'
import { beginMissedMessages } from '../missed-messages/actions'
import { beginNotifications } from '../notifications/actions'
import { beginDeliveries } from '../scheduled/delivery-actions'

/** Begins all work that is due: scheduled messages, notifications, mails, and what integrations count. Returns when more is due. */
export async function beginDueWork(turn: SystemTurn): Promise<Change<{ next: number | null }>> {
  const parts = [
    await beginDeliveries(turn),
    await beginNotifications(turn),
    await beginMissedMessages(turn),
    await beginMails(turn),
    await beginDigestMails(turn),
    await sendReminders(turn),
    await beginIntegrationWork(turn),
  ]
  const dues = parts.flatMap(({ result: { next } }) => next ?? [])
  return { ...joinSteps(...parts), result: { next: dues.length > 0 ? Math.min(...dues) : null } }
}
