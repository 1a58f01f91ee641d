import type { Records } from '../../src/archive/records.ts'
import type { NewMessage } from '../conversion.ts'

/** Records with the values that most of them have. What a source knows replaces these. */

type RecordFields<Name extends keyof Records, Needed extends keyof Records[Name]> = Partial<Records[Name]> &
  Pick<Records[Name], Needed>

export const userRecord = (given: RecordFields<'users', 'id' | 'full_name' | 'date_joined'>): Records['users'] => ({
  delivery_email: null,
  role: 400,
  is_active: true,
  timezone: '',
  settings: {},
  avatar: null,
  bot: null,
  profile: {},
  alert_words: [],
  status: null,
  ...given,
})

export const streamRecord = (given: RecordFields<'streams', 'id' | 'name' | 'date_created'>): Records['streams'] => ({
  description: '',
  creator_id: null,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  stream_post_policy: 1,
  message_retention_days: null,
  is_default: false,
  is_archived: false,
  ...given,
})

export const subscriptionRecord = (
  given: RecordFields<'subscriptions', 'user_id' | 'stream_id'>,
): Records['subscriptions'] => ({
  active: true,
  color: null,
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
  role: 50,
  spans: [],
  ...given,
})

export const messageRecord = (
  given: Partial<NewMessage> & Pick<NewMessage, 'sender_id' | 'content' | 'sent_at' | 'client'>,
): NewMessage => ({
  stream_id: null,
  conversation_id: null,
  topic: '',
  is_me_message: false,
  wildcard_mentioned: false,
  is_quiet: false,
  submessages: [],
  reactions: [],
  last_edit_at: null,
  edit_history: [],
  files: [],
  ...given,
})
