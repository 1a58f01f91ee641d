import type { Applying } from './client'

const drafts: Applying<'drafts'> = ({ state }, event) => {
  switch (event.op) {
    case 'add':
      state.drafts.push(...event.drafts)
      break
    case 'update':
      state.drafts = state.drafts.map((draft) => (draft.id === event.draft.id ? event.draft : draft))
      break
    case 'remove':
      state.drafts = state.drafts.filter(({ id }) => id !== event.draft_id)
  }
}

const scheduled_messages: Applying<'scheduled_messages'> = ({ state }, event) => {
  const { scheduled_messages: waiting } = state
  switch (event.op) {
    case 'add':
      waiting.push(...event.scheduled_messages)
      break
    case 'update': {
      const { scheduled_message: now } = event
      state.scheduled_messages = waiting.map((one) =>
        one.scheduled_message_id === now.scheduled_message_id ? now : one,
      )
      break
    }
    case 'remove':
      state.scheduled_messages = waiting.filter((one) => one.scheduled_message_id !== event.scheduled_message_id)
  }
}

const alert_words: Applying<'alert_words'> = ({ state }, event) => {
  state.alert_words = event.alert_words
}

const muted_topics: Applying<'muted_topics'> = ({ state }, event) => {
  state.muted_topics = event.muted_topics
}

const muted_users: Applying<'muted_users'> = ({ state }, event) => {
  state.muted_users = event.muted_users
}

const user_settings: Applying<'user_settings'> = ({ state }, { property, value }) => {
  Object.assign(state.user_settings, { [property]: value })
  // Who stops synchronizing drafts deletes them.
  if (property === 'enable_drafts_synchronization' && value === false) state.drafts = []
}

const update_display_settings: Applying<'update_display_settings'> = ({ state }, { setting_name, setting }) => {
  Object.assign(state, { [setting_name]: setting })
}

const update_global_notifications: Applying<'update_global_notifications'> = ({ state }, event) => {
  Object.assign(state, { [event.notification_name]: event.setting })
}

const attachment: Applying<'attachment'> = ({ attachments }, event) => {
  const { id } = event.attachment
  if (event.op === 'remove') attachments.delete(id)
  else attachments.set(id, event.attachment)
}

export const ownEvents = {
  attachment,
  drafts,
  scheduled_messages,
  alert_words,
  muted_topics,
  muted_users,
  user_settings,
  update_display_settings,
  update_global_notifications,
}
