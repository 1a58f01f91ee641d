/** The notification settings of a subscription, each with the personal setting that counts while it is null. */
const properties = [
  ['desktop_notifications', 'enable_stream_desktop_notifications'],
  ['audible_notifications', 'enable_stream_audible_notifications'],
  ['push_notifications', 'enable_stream_push_notifications'],
  ['email_notifications', 'enable_stream_email_notifications'],
  ['wildcard_mentions_notify', 'wildcard_mentions_notify'],
] as const

/** Those that have an effect on this server. */
export const streamNotifications = (sendsMail: boolean) =>
  properties.filter(([property]) => sendsMail || property !== 'email_notifications')
