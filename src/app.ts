/** Contents I: everything that can be asked. */
import packageJson from '../package.json'
import { devFetchApiKeyEndpoint, fetchApiKeyEndpoint, regenerateApiKeyEndpoint } from './auth/routes'
import { realmHere, viewer } from './auth/viewer'
import { openapi } from './core/openapi'
import { serve, serveDocument } from './core/serve'
import { createDraftsEndpoint, deleteDraftEndpoint, draftsEndpoint, editDraftEndpoint } from './drafts/routes'
import { confirmEmailByLinkEndpoint, confirmEmailEndpoint, emailChangesEndpoint } from './email-changes/routes'
import { realmEmojiEndpoint } from './emoji/routes'
import { deleteMessageEndpoint, editMessageEndpoint, messageHistoryEndpoint } from './edits/routes'
import {
  markAllAsReadEndpoint,
  markStreamAsReadEndpoint,
  markTopicAsReadEndpoint,
  updateFlagsEndpoint,
} from './flags/routes'
import {
  matchesNarrowEndpoint,
  messageEndpoint,
  messagesEndpoint,
  renderMessageEndpoint,
  sendMessageEndpoint,
} from './messages/routes'
import { muteTopicEndpoint } from './mutes/routes'
import {
  createProfileFieldEndpoint,
  deleteProfileFieldEndpoint,
  profileFieldsEndpoint,
  removeProfileDataEndpoint,
  reorderProfileFieldsEndpoint,
  updateProfileDataEndpoint,
  updateProfileFieldEndpoint,
} from './profile-fields/routes'
import { addReactionEndpoint, removeReactionEndpoint } from './reactions/routes'
import { foundDemoRealmEndpoint, foundRealmEndpoint, serverSettingsEndpoint } from './realm/routes'
import { updateStatusEndpoint } from './status/routes'
import {
  displaySettingsEndpoint,
  notificationSettingsEndpoint,
  realmDefaultsEndpoint,
  settingsEndpoint,
} from './settings/routes'
import { streamIdEndpoint, streamMembersEndpoint, streamsEndpoint, topicsEndpoint } from './streams/routes'
import { propertiesEndpoint, propertyEndpoint } from './subscriptions/property-routes'
import {
  subscribeAliasEndpoint,
  subscribeEndpoint,
  subscriptionsEndpoint,
  unsubscribeEndpoint,
} from './subscriptions/routes'
import {
  createUserEndpoint,
  ownUserEndpoint,
  updateUserEndpoint,
  userByEmailEndpoint,
  userEndpoint,
  usersEndpoint,
} from './users/routes'

export const endpoints = [
  // realm
  serverSettingsEndpoint,
  foundRealmEndpoint,
  foundDemoRealmEndpoint,
  // auth
  fetchApiKeyEndpoint,
  devFetchApiKeyEndpoint,
  regenerateApiKeyEndpoint,
  // users
  usersEndpoint,
  ownUserEndpoint,
  userEndpoint,
  userByEmailEndpoint,
  createUserEndpoint,
  updateUserEndpoint,
  // profile fields
  profileFieldsEndpoint,
  createProfileFieldEndpoint,
  reorderProfileFieldsEndpoint,
  updateProfileFieldEndpoint,
  deleteProfileFieldEndpoint,
  updateProfileDataEndpoint,
  removeProfileDataEndpoint,
  // email changes
  confirmEmailEndpoint,
  confirmEmailByLinkEndpoint,
  emailChangesEndpoint,
  // settings
  settingsEndpoint,
  displaySettingsEndpoint,
  notificationSettingsEndpoint,
  realmDefaultsEndpoint,
  // streams
  streamsEndpoint,
  streamIdEndpoint,
  streamMembersEndpoint,
  topicsEndpoint,
  // subscriptions
  subscriptionsEndpoint,
  subscribeEndpoint,
  subscribeAliasEndpoint,
  unsubscribeEndpoint,
  propertiesEndpoint,
  propertyEndpoint,
  // mutes
  muteTopicEndpoint,
  // drafts
  draftsEndpoint,
  createDraftsEndpoint,
  editDraftEndpoint,
  deleteDraftEndpoint,
  // messages
  sendMessageEndpoint,
  messagesEndpoint,
  matchesNarrowEndpoint,
  messageEndpoint,
  renderMessageEndpoint,
  // edits
  editMessageEndpoint,
  deleteMessageEndpoint,
  messageHistoryEndpoint,
  // flags
  updateFlagsEndpoint,
  markAllAsReadEndpoint,
  markStreamAsReadEndpoint,
  markTopicAsReadEndpoint,
  // reactions
  addReactionEndpoint,
  removeReactionEndpoint,
  // status
  updateStatusEndpoint,
  // emoji
  realmEmojiEndpoint,
]

export const app = serve(endpoints, { viewer, realm: realmHere })

serveDocument(app, '/openapi.json', () => openapi(endpoints, { title: 'Rivulet', version: packageJson.version }))
