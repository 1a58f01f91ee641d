import type { JobReport } from '../core/jobs/job-kind'
import { dueItems, lostWorkSeconds, type AgendaItem } from '../core/turn/agenda'
import type { Change, Job, SystemTurn } from '../core/turn/change'
import { daySeconds } from '../core/base/units'
import { addMissedMessages } from '../missed-messages/waiting'
import { recordPushes } from '../web-push/recording'
import {
  itemOf,
  keyOf,
  notificationPrefix,
  type NewNotification,
  type Notification,
  type WaitingDevice,
  type WaitingPushes,
} from './item'
import type { NotificationOutcome } from './jobs'

/** A notification is given up so many seconds after it happened. */
const maxAgeSeconds = daySeconds

/** Begins the notifications that are due. Returns when the next one is due. */
export async function beginNotifications(turn: SystemTurn): Promise<Change<{ next: number | null }>> {
  const { due, next } = dueItems<Notification>(turn, notificationPrefix)
  return { writes: [], result: { next }, jobs: due.map(jobOf) }
}

const jobOf = ({ key, input }: AgendaItem<Notification>): Job => ({
  kind: input.step === 'decide' ? 'notifyPeople' : 'sendWaitingPushes',
  payload: input,
  agendaKey: key,
})

type Report = JobReport<NewNotification | WaitingPushes, NotificationOutcome>

/** Records what became of a notification: when to try the devices again that it has not reached, and whom to mail. */
export async function recordNotification(turn: SystemTurn, { payload, outcome }: Report): Promise<Change> {
  const { agenda, now } = turn
  agenda.delete(keyOf(payload))
  const isOld = now - payload.happened_at > maxAgeSeconds
  const waiting = isOld ? [] : outcome === null ? [retryItem(payload, now)] : waitingPushes(turn, payload, outcome)
  for (const item of waiting) agenda.put(item)
  const missed = payload.step === 'decide' ? addMissedMessages(turn, payload, outcome?.mailedPeople ?? []) : []
  const dues = [...waiting.map(({ due }) => due), ...missed]
  return {
    ...(outcome === null ? { writes: [] } : recordPushes(turn, outcome.results)),
    result: {},
    jobs: waiting.filter(({ due }) => due <= now).map(jobOf),
    ...(dues.length > 0 && { wakesAt: Math.min(...dues) }),
  }
}

/** The same once more, because the database could not be read for a while. */
function retryItem(payload: Report['payload'], now: number): AgendaItem<Notification> {
  const due = now + lostWorkSeconds
  return itemOf(payload.step === 'push' ? { ...payload, due } : payload, due)
}

/** The devices that are still to be reached, those together that are due at the same time. */
function waitingPushes(
  { agenda, now }: SystemTurn,
  payload: Report['payload'],
  { delayed, remaining }: NotificationOutcome,
): AgendaItem<Notification>[] {
  const { message_id, actor_id, happened_at, reaction, shares, origin } = payload
  const item = (due: number, devices: readonly WaitingDevice[]): AgendaItem<Notification> => {
    const pushes: WaitingPushes = {
      step: 'push',
      due,
      message_id,
      actor_id,
      happened_at,
      reaction,
      shares,
      origin,
      devices,
    }
    const { input } = (agenda.get(keyOf(pushes)) ?? {}) as Partial<AgendaItem<WaitingPushes>>
    return itemOf({ ...pushes, devices: [...(input?.devices ?? []), ...devices] }, due)
  }
  // Each further attempt waits as long as all before together, so that a service that is down is not asked all day.
  const patience = now + (now - happened_at)
  const byDue = Map.groupBy(delayed, ({ retry_at }) => Math.ceil(Math.max(retry_at, patience)))
  return [
    // Apart by fractions of a second, because each group has an item of its own.
    ...remaining.map((devices, index) => item(now - index / 1000, devices)),
    ...[...byDue].map(([due, devices]) => item(due, devices)),
  ]
}
