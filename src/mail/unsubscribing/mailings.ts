import type { UserSettings } from '../../settings/table'

type SettingName = {
  [N in keyof UserSettings]: UserSettings[N] extends boolean ? N : never
}[keyof UserSettings]

/**
 * Mails that people can unsubscribe from, and the personal settings that turn them off. The first setting is the one that turns
 * them on again where nothing else is known.
 */
export const mailings = {
  missed_messages: ['enable_offline_email_notifications', 'enable_stream_email_notifications'],
  digest: ['enable_digest_emails'],
  login: ['enable_login_emails'],
} as const satisfies Record<string, readonly [SettingName, ...SettingName[]]>

export type MailingName = keyof typeof mailings

export const mailingNames = Object.keys(mailings) as MailingName[]

/** A mailing as one person gets it. */
export interface Mailing {
  readonly user_id: number
  readonly name: MailingName
}

/** What unsubscribing turned off, by which it can be undone: names of settings, and streams with a setting of their own. */
export interface DisabledMails {
  readonly settings: readonly string[]
  readonly stream_ids: readonly number[]
}
