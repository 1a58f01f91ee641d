import type { ParamsOf } from './api'

/** The server keeps the event queue of a client that is away for this long. */
const queueLifespanSeconds = 7200

/** Forms of events and of the state that the store understands (register, client_capabilities). */
const client_capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  scheduled_messages: true,
  bot_offers: true,
  quota: true,
  newcomers: true,
  backups: true,
}

/** Parameters with which a client registers. `custom` ones of the program replace or complete them. */
export const registrationParams = (custom?: ParamsOf<'POST /register'>): ParamsOf<'POST /register'> => ({
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  queue_lifespan_secs: queueLifespanSeconds,
  client_capabilities,
  ...custom,
})
