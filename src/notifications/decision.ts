/**
 * Who is notified of what, and how: the one place of this rule. The server asks it for push and mail, and clients for their own
 * notices. It is pure and imports nothing, because it runs in browsers, too.
 */

/** Why somebody is notified: the strongest reason that holds. */
export type NotificationReason =
  | 'direct_message'
  | 'mention'
  | 'wildcard_mention'
  | 'alert_word'
  | 'stream'
  | 'reaction'

/** The personal settings that decide. */
export interface NotificationSettings {
  readonly enable_desktop_notifications: boolean
  readonly enable_sounds: boolean
  readonly enable_offline_push_notifications: boolean
  readonly enable_online_push_notifications: boolean
  readonly enable_offline_email_notifications: boolean
  readonly enable_stream_desktop_notifications: boolean
  readonly enable_stream_audible_notifications: boolean
  readonly enable_stream_push_notifications: boolean
  readonly enable_stream_email_notifications: boolean
  readonly enable_reaction_notifications: boolean
  readonly wildcard_mentions_notify: boolean
}

/** What a subscription says otherwise; null or undefined: the personal setting counts. */
export interface StreamNotificationSettings {
  readonly desktop_notifications?: boolean | null | undefined
  readonly audible_notifications?: boolean | null | undefined
  readonly push_notifications?: boolean | null | undefined
  readonly email_notifications?: boolean | null | undefined
  readonly wildcard_mentions_notify?: boolean | null | undefined
}

/** How a message, a new mention in an edited message, or a reaction concerns a person. */
export interface Concern {
  /** What the person is never notified of: what they did themselves, what they have read, and what people they muted wrote. */
  readonly isSilent: boolean
  readonly isDirect: boolean
  /** Whether it mentions the person by name, or by a group. */
  readonly isMentioned: boolean
  /** Whether it mentions everybody in the stream. */
  readonly isWildcardMentioned: boolean
  readonly hasAlertWord: boolean
  /** Whether it is a reaction to a message of the person. */
  readonly isReaction: boolean
  /** Whether the person muted the stream or the topic. Mentions by name count all the same. */
  readonly isMuted: boolean
  /** What the person's subscription says; null without a subscription. */
  readonly subscription: StreamNotificationSettings | null
  /** Whether the person uses a client at the moment. */
  readonly isHere: boolean
}

/** By which ways a person is notified. */
export interface NotificationWays {
  /** Null: by none. */
  readonly reason: NotificationReason | null
  /** A notice of an open client. */
  readonly desktop: boolean
  /** A sound of an open client. */
  readonly sound: boolean
  /** A push to the person's devices. */
  readonly push: boolean
  /** A mail, unless the person reads the message in time. */
  readonly mail: boolean
}

const noWay: NotificationWays = { reason: null, desktop: false, sound: false, push: false, mail: false }

/** The ways by which a person is notified. */
export function notificationWays(concern: Concern, settings: NotificationSettings): NotificationWays {
  if (concern.isSilent) return noWay
  const reason = reasonOf(concern, settings)
  if (reason === null) return noWay
  const wishes = wantedWays(reason, concern, settings)
  const ways = {
    ...wishes,
    push: wishes.push && (!concern.isHere || settings.enable_online_push_notifications),
    mail: wishes.mail && !concern.isHere,
  }
  return ways.desktop || ways.sound || ways.push || ways.mail ? { reason, ...ways } : noWay
}

function reasonOf(concern: Concern, settings: NotificationSettings): NotificationReason | null {
  const { isDirect, isMentioned, isWildcardMentioned, hasAlertWord, isReaction, isMuted, subscription } = concern
  if (isReaction) return isMuted ? null : 'reaction'
  if (isDirect) return 'direct_message'
  if (isMentioned) return 'mention'
  if (isMuted) return null
  const isForAll = subscription?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify
  if (isWildcardMentioned && isForAll) return 'wildcard_mention'
  if (hasAlertWord) return 'alert_word'
  return subscription === null ? null : 'stream'
}

/** The ways that the settings want for a reason, wherever the person is. */
function wantedWays(
  reason: NotificationReason,
  { subscription }: Concern,
  settings: NotificationSettings,
): Omit<NotificationWays, 'reason'> {
  const personal = { desktop: settings.enable_desktop_notifications, sound: settings.enable_sounds }
  const ofStream = {
    desktop: subscription?.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    sound: subscription?.audible_notifications ?? settings.enable_stream_audible_notifications,
    push: subscription?.push_notifications ?? settings.enable_stream_push_notifications,
    mail: subscription?.email_notifications ?? settings.enable_stream_email_notifications,
  }
  switch (reason) {
    case 'stream':
      return ofStream
    case 'reaction': {
      const isWanted = settings.enable_reaction_notifications
      return {
        desktop: isWanted && personal.desktop,
        sound: false,
        push: isWanted && settings.enable_offline_push_notifications,
        mail: false,
      }
    }
    case 'alert_word':
      // Only open clients tell of words, but a subscription may ask for more.
      return { ...ofStream, ...personal }
    default:
      return {
        ...personal,
        push: settings.enable_offline_push_notifications,
        mail: settings.enable_offline_email_notifications,
      }
  }
}
