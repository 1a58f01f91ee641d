/** Contents II: every way that data can change. */
import { identify, logIn, logInWithoutPassword, regenerateKey } from './auth/actions'
import { createDrafts, editDraft, removeDraft } from './drafts/actions'
import { confirmEmailChange } from './email-changes/actions'
import { markAllAsRead, markStreamAsRead, markTopicAsRead, updateFlags } from './flags/actions'
import { deleteMessage, editMessage } from './edits/actions'
import { renderMessage, sendMessage } from './messages/actions'
import { muteTopic, unmuteTopic } from './mutes/actions'
import {
  createProfileField,
  deleteProfileField,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
} from './profile-fields/actions'
import { addReaction, removeReaction } from './reactions/actions'
import { foundDemoRealm, foundRealm } from './realm/actions'
import { updateStatus } from './status/actions'
import { changeRealmDefaults, changeSettings } from './settings/actions'
import { subscribeToStreams, unsubscribeFromStreams } from './subscriptions/actions'
import { changeProperties } from './subscriptions/property-actions'
import { createUser } from './users/actions'
import { updateUser } from './users/update-actions'

/** Changes that need no credentials, because they check others or hand them out. */
const openActions = { foundRealm, foundDemoRealm, logIn, logInWithoutPassword, confirmEmailChange }

/** Changes that somebody makes. */
const actions = {
  regenerateKey,
  createUser,
  updateUser,
  createProfileField,
  updateProfileField,
  reorderProfileFields,
  deleteProfileField,
  updateProfileData,
  subscribeToStreams,
  unsubscribeFromStreams,
  changeProperties,
  changeSettings,
  changeRealmDefaults,
  muteTopic,
  unmuteTopic,
  createDrafts,
  editDraft,
  removeDraft,
  sendMessage,
  renderMessage,
  editMessage,
  deleteMessage,
  updateFlags,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  addReaction,
  removeReaction,
  updateStatus,
}

export const actionTable = { identify, actions, openActions }

declare module './core/register' {
  interface Register {
    actions: typeof openActions & typeof actions
  }
}
