import type { JobContext, JobKind } from '../core/jobs/job-kind'
import type { MailedPerson } from '../missed-messages/waiting'
import { maxPushesOfJob, sendPushes } from '../web-push/batches'
import type { PushResult } from '../web-push/outcomes'
import { pushPayload } from '../web-push/payload'
import { webPushDevicesOfPeople, type WebPushDevice } from '../web-push/queries'
import { webPushKeys } from '../web-push/realm-keys'
import type { Push } from '../web-push/sending'
import { notificationWays, type NotificationReason, type NotificationWays } from './decision'
import type { NewNotification, WaitingDevice, WaitingPushes } from './item'
import { notificationFields, notifiedText, pushTopicOf } from './push-fields'
import { notifiedMessage, personalFacts, type NotifiedMessage, type PersonalFacts } from './queries'

/** What became of a notification. */
export interface NotificationOutcome {
  readonly results: readonly PushResult[]
  /** Devices whose push service asked to wait, until a time in UNIX seconds. */
  readonly delayed: readonly (WaitingDevice & { readonly retry_at: number })[]
  /** Devices that have not had their turn, in groups for one job each. */
  readonly remaining: readonly (readonly WaitingDevice[])[]
  /** People who get a mail unless they read the message in time. Missing: nobody. */
  readonly mailedPeople?: readonly MailedPerson[]
}

/** Bytes of a payload for a service that takes none of the usual length. */
const shortPayloadBytes = 1000

type Task = NewNotification | WaitingPushes

/** Who is notified, and why. */
interface Reader {
  readonly facts: PersonalFacts
  readonly reason: NotificationReason
  readonly push: boolean
  readonly mail: boolean
}

const toOwners = {
  ownerOf: ({ shares }: Task) => shares[0],
  poolOf: ({ shares }: Task) => shares[1],
}

/** Decides who is notified of something that just happened, and sends the first pushes. */
export const notifyPeople: JobKind = { ...toOwners, run: notify, action: 'recordNotification' }

/** Sends pushes to devices that have not had their turn, or whose push service asked to wait. */
export const sendWaitingPushes: JobKind = { ...toOwners, run: notify, action: 'recordNotification', byAlarmOnly: true }

async function notify(task: Task, context: JobContext): Promise<NotificationOutcome> {
  const { env, realm_id, sql, now } = context
  const people = task.step === 'decide' ? task.candidates : task.devices
  const user_ids = [...new Set(people.map(({ user_id }) => user_id))]
  const [message, facts, devices, keys] = await Promise.all([
    notifiedMessage(sql, realm_id, task),
    personalFacts(sql, task, user_ids),
    webPushDevicesOfPeople(sql, user_ids, now),
    webPushKeys(sql, env, realm_id),
  ])
  if (message === null) return { results: [], delayed: [], remaining: [] }
  const readers = readersOf(task, message, facts)
  const mailedPeople = [...readers.values()].filter(({ mail }) => mail).map(mailedPerson)
  if (keys === null) return { results: [], delayed: [], remaining: [], mailedPeople }
  const waiting = task.step === 'push' ? new Set(task.devices.map(({ device_id }) => device_id)) : null
  const wantedDevices = devices.filter(
    ({ id, user_id }) => readers.get(user_id)?.push === true && (waiting === null || waiting.has(id)),
  )
  const [first = [], ...later] = chunksOf(wantedDevices, maxPushesOfJob)
  const text = wantedDevices.length === 0 ? '' : await notifiedText(sql, message, task)
  const send = (some: readonly WebPushDevice[], maxBytes?: number): Promise<PushResult[]> => {
    const pushes = some.map((device) => pushOf(device, readers.get(device.user_id)!, { task, message, text, maxBytes }))
    return sendPushes(context, { keys, origin: task.origin }, pushes)
  }
  const results = await send(first)
  const tooLarge = new Set(results.flatMap(({ device_id, outcome }) => (outcome === 'too_large' ? device_id : [])))
  const shorter = await send(
    first.filter(({ id }) => tooLarge.has(id)),
    shortPayloadBytes,
  )
  const final = [...results.filter(({ device_id }) => !tooLarge.has(device_id)), ...shorter]
  const waitingDevice = (device_id: number, user_id: number): WaitingDevice => {
    return { device_id, user_id, reason: readers.get(user_id)!.reason }
  }
  return {
    results: final,
    delayed: final.flatMap(({ device_id, user_id, retry_at }) =>
      retry_at === null ? [] : [{ ...waitingDevice(device_id, user_id), retry_at }],
    ),
    remaining: later.map((some) => some.map(({ id, user_id }) => waitingDevice(id, user_id))),
    mailedPeople,
  }
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Those who are notified, by id, and have not read the message meanwhile. */
function readersOf(task: Task, message: NotifiedMessage, facts: readonly PersonalFacts[]): Map<number, Reader> {
  const waysOf = task.step === 'decide' ? waysByRule(task, message) : waysOfWaiting(task)
  const readers = new Map<number, Reader>()
  for (const fact of facts) {
    const { reason, push, mail } = waysOf(fact)
    if (reason !== null && (push || mail)) readers.set(fact.user_id, { facts: fact, reason, push, mail })
  }
  return readers
}

/** Why and how a person is notified, who may not be listening at the moment. */
type WaysOf = (facts: PersonalFacts) => Pick<NotificationWays, 'reason' | 'push' | 'mail'>

function waysOfWaiting({ devices, reaction }: WaitingPushes): WaysOf {
  const reasons = new Map(devices.map(({ user_id, reason }) => [user_id, reason]))
  return ({ user_id, isRead }) => {
    const reason = isRead && reaction === null ? null : (reasons.get(user_id) ?? null)
    return { reason, push: true, mail: false }
  }
}

function waysByRule({ candidates, reaction, mail_cause }: NewNotification, message: NotifiedMessage): WaysOf {
  const byUser = new Map(candidates.map((candidate) => [candidate.user_id, candidate]))
  return ({ user_id, settings, subscription, isMuted, hasMutedActor, isRead }) => {
    const { isMentioned, isHere } = byUser.get(user_id)!
    const { reason, push, mail } = notificationWays(
      {
        isSilent: hasMutedActor || (isRead && reaction === null),
        isDirect: message.is_private === 1,
        isMentioned,
        isWildcardMentioned: message.wildcard_mentioned === 1,
        // Only open clients tell of words.
        hasAlertWord: false,
        isReaction: reaction !== null,
        isMuted,
        subscription,
        isHere,
      },
      settings,
    )
    return { reason, push, mail: mail && mail_cause !== undefined }
  }
}

const mailedPerson = ({ facts: { user_id, settings }, reason }: Reader): MailedPerson => ({
  user_id,
  is_mentioned: reason === 'mention',
  delay_seconds: settings.email_notifications_batching_period_seconds,
})

interface PushParts {
  readonly task: Task
  readonly message: NotifiedMessage & { actor_name: string }
  readonly text: string
  readonly maxBytes: number | undefined
}

function pushOf(device: WebPushDevice, { facts, reason }: Reader, { task, message, text, maxBytes }: PushParts): Push {
  const isTextHidden = message.is_private === 1 && !facts.settings.pm_content_in_desktop_notifications
  const { user_id } = device
  const fields = notificationFields(message, task, { user_id, reason, text: isTextHidden ? '' : text })
  return {
    device,
    payload: pushPayload(fields, maxBytes),
    topic: pushTopicOf(message),
    urgency: reason === 'stream' || reason === 'reaction' ? 'normal' : 'high',
  }
}
