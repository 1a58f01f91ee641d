import type { AgendaItem } from '../core/turn/agenda'
import type { ShareIds } from '../core/turn/share-limits'
import type { MailCause } from '../mail/limits'
import type { NotificationReason } from './decision'

/** A person who may have to be notified, as the object knew them when it happened. */
export interface Candidate {
  readonly user_id: number
  /** Whether it mentions them by name, or by a group. */
  readonly isMentioned: boolean
  /** Whether they used a client. */
  readonly isHere: boolean
}

/** What happened: the same for all steps of its notifications. */
interface Occasion {
  readonly message_id: number
  /** Who wrote the message or edited it, or reacted to it. */
  readonly actor_id: number
  /** When it happened, in UNIX seconds. */
  readonly happened_at: number
  /** Code of the emoji of a reaction; null for a message. */
  readonly reaction: string | null
  /** The shares of the limits that the notifications count towards. */
  readonly shares: ShareIds
  /** Scheme and host of the organization. */
  readonly origin: string
}

/** It happened, and whom to notify is still to be decided. */
export interface NewNotification extends Occasion {
  readonly step: 'decide'
  /** Who sets off the mails about it; missing: nobody is mailed. */
  readonly mail_cause?: MailCause
  readonly candidates: readonly Candidate[]
}

/** Devices whose push service asked to wait, or that have not had their turn. */
export interface WaitingPushes extends Occasion {
  readonly step: 'push'
  /** When they may be tried, in UNIX seconds. */
  readonly due: number
  readonly devices: readonly WaitingDevice[]
}

export interface WaitingDevice {
  readonly device_id: number
  readonly user_id: number
  readonly reason: NotificationReason
}

export type Notification = NewNotification | WaitingPushes

export const notificationPrefix = 'notification:'

/** The item of a notification. */
export const itemOf = (notification: Notification, due: number): AgendaItem<Notification> => ({
  key: keyOf(notification),
  due,
  input: notification,
})

export function keyOf(notification: Notification): string {
  const { step, message_id, actor_id, happened_at } = notification
  const part = step === 'push' ? notification.due : ''
  return `${notificationPrefix}${step}:${message_id}:${actor_id}:${happened_at}:${part}`
}

/** The items of an agenda that are notifications. */
export const notificationsIn = (items: Iterable<AgendaItem>): AgendaItem<Notification>[] =>
  [...items].filter((item): item is AgendaItem<Notification> => item.key.startsWith(notificationPrefix))
