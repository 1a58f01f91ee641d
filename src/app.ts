/** Contents I: everything that can be asked. */
import { addAlertWordsEndpoint, alertWordsEndpoint, removeAlertWordsEndpoint } from './alert-words/routes'
import {
  devFetchApiKeyEndpoint,
  devListUsersEndpoint,
  fetchApiKeyEndpoint,
  regenerateApiKeyEndpoint,
} from './auth/routes'
import { shareOf } from './accounts/account'
import { holder, markOf, realmHere, viewer } from './auth/viewer'
import { addDomainEndpoint, changeDomainEndpoint, domainsEndpoint, removeDomainEndpoint } from './domains/routes'
import {
  avatarEndpoint,
  deleteAvatarEndpoint,
  mediumAvatarEndpoint,
  pictureEndpoint,
  uploadAvatarEndpoint,
} from './avatars/routes'
import { botStorageEndpoint, deleteBotStorageEndpoint, updateBotStorageEndpoint } from './bot-storage/routes'
import { createBigBlueButtonCallEndpoint, createZoomCallEndpoint } from './calls/routes'
import { runCommandEndpoint } from './commands/routes'
import { serve } from './core/http/serve'
import {
  addDefaultStreamEndpoint,
  changeDefaultStreamGroupEndpoint,
  createDefaultStreamGroupEndpoint,
  deleteDefaultStreamGroupEndpoint,
  removeDefaultStreamEndpoint,
  updateDefaultStreamGroupEndpoint,
} from './default-streams/routes'
import { createDraftsEndpoint, deleteDraftEndpoint, draftsEndpoint, editDraftEndpoint } from './drafts/routes'
import { confirmEmailByLinkEndpoint, confirmEmailEndpoint, emailChangesEndpoint } from './email-changes/routes'
import { deleteQueueEndpoint, eventsEndpoint, registerEndpoint, issueTicketEndpoint } from './events/routes'
import { addRealmEmojiEndpoint, deleteRealmEmojiEndpoint, emojiCodesEndpoint, realmEmojiEndpoint } from './emoji/routes'
import { deleteMessageEndpoint, deleteTopicEndpoint, editMessageEndpoint, messageHistoryEndpoint } from './edits/routes'
import { archiveEndpoint, deleteExportEndpoint, exportsEndpoint, requestExportEndpoint } from './exports/routes'
import {
  createInviteLinkEndpoint,
  invitePeopleEndpoint,
  invitesEndpoint,
  joinEndpoint,
  resendInviteEndpoint,
  revokeInviteEndpoint,
  revokeInviteLinkEndpoint,
} from './invites/routes'
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
import {
  createLinkifierEndpoint,
  deleteLinkifierEndpoint,
  linkifiersEndpoint,
  updateLinkifierEndpoint,
} from './linkifiers/routes'
import { muteUserEndpoint, unmuteUserEndpoint } from './muted-users/routes'
import { muteTopicEndpoint } from './mutes/routes'
import { dismissHotspotEndpoint, setTutorialStatusEndpoint } from './onboarding/routes'
import { createPlaygroundEndpoint, deletePlaygroundEndpoint } from './playgrounds/routes'
import {
  createUserGroupEndpoint,
  deleteUserGroupEndpoint,
  updateUserGroupEndpoint,
  updateUserGroupMembersEndpoint,
  userGroupsEndpoint,
} from './user-groups/routes'
import {
  createProfileFieldEndpoint,
  deleteProfileFieldEndpoint,
  profileFieldsEndpoint,
  removeProfileDataEndpoint,
  reorderProfileFieldsEndpoint,
  updateProfileDataEndpoint,
  updateProfileFieldEndpoint,
} from './profile-fields/routes'
import { realmPresenceEndpoint, reportPresenceEndpoint, userPresenceEndpoint } from './presence/routes'
import {
  addApnsTokenEndpoint,
  addGcmTokenEndpoint,
  removeApnsTokenEndpoint,
  removeGcmTokenEndpoint,
} from './push-tokens/routes'
import { addReactionEndpoint, removeReactionEndpoint } from './reactions/routes'
import { foundDemoRealmEndpoint, foundRealmEndpoint, serverSettingsEndpoint } from './realm/routes'
import {
  deleteIconEndpoint,
  deleteLogoEndpoint,
  iconEndpoint,
  logoEndpoint,
  uploadIconEndpoint,
  uploadLogoEndpoint,
} from './realm/picture-routes'
import { changeRealmEndpoint, deactivateRealmEndpoint, checkSubdomainEndpoint } from './realm/setting-routes'
import {
  reportErrorEndpoint,
  reportNarrowTimesEndpoint,
  reportSendTimesEndpoint,
  reportUnnarrowTimesEndpoint,
} from './reports/routes'
import { sendTypingEndpoint, setTypingStatusEndpoint } from './typing/routes'
import { updateStatusEndpoint } from './status/routes'
import { sendSubmessageEndpoint } from './submessages/routes'
import {
  changeDisplaySettingsEndpoint,
  changeNotificationSettingsEndpoint,
  changeRealmDefaultsEndpoint,
  changeSettingsEndpoint,
  timezonesEndpoint,
} from './settings/routes'
import {
  archiveStreamEndpoint,
  streamIdEndpoint,
  streamMembersEndpoint,
  streamsEndpoint,
  topicsEndpoint,
  updateStreamEndpoint,
} from './streams/routes'
import {
  changeSubscriptionPropertiesEndpoint,
  changeSubscriptionPropertyEndpoint,
} from './subscriptions/property-routes'
import {
  changeSubscriptionsEndpoint,
  isSubscribedEndpoint,
  subscribeByOldPathEndpoint,
  subscribeEndpoint,
  subscriptionsEndpoint,
  unsubscribeEndpoint,
} from './subscriptions/routes'
import {
  botsEndpoint,
  createBotEndpoint,
  deactivateBotEndpoint,
  regenerateBotKeyEndpoint,
  updateBotEndpoint,
} from './bots/routes'
import {
  attachmentsEndpoint,
  deleteAttachmentEndpoint,
  fileEndpoint,
  fileLinkEndpoint,
  uploadFileEndpoint,
} from './uploads/routes'
import {
  createUserEndpoint,
  deactivateOneselfEndpoint,
  deactivateUserEndpoint,
  ownUserEndpoint,
  reactivateUserEndpoint,
  updateUserEndpoint,
  userByEmailEndpoint,
  userEndpoint,
  usersEndpoint,
} from './users/routes'
import { postFromJsonEndpoint, postFromSlackEndpoint } from './webhooks/routes'

export const endpoints = [
  // realm
  serverSettingsEndpoint,
  foundRealmEndpoint,
  foundDemoRealmEndpoint,
  checkSubdomainEndpoint,
  changeRealmEndpoint,
  deactivateRealmEndpoint,
  iconEndpoint,
  uploadIconEndpoint,
  deleteIconEndpoint,
  logoEndpoint,
  uploadLogoEndpoint,
  deleteLogoEndpoint,
  // domains
  domainsEndpoint,
  addDomainEndpoint,
  changeDomainEndpoint,
  removeDomainEndpoint,
  // exports
  exportsEndpoint,
  requestExportEndpoint,
  deleteExportEndpoint,
  archiveEndpoint,
  // invites
  invitesEndpoint,
  invitePeopleEndpoint,
  resendInviteEndpoint,
  revokeInviteEndpoint,
  createInviteLinkEndpoint,
  revokeInviteLinkEndpoint,
  joinEndpoint,
  // auth
  fetchApiKeyEndpoint,
  devFetchApiKeyEndpoint,
  devListUsersEndpoint,
  regenerateApiKeyEndpoint,
  // events
  registerEndpoint,
  eventsEndpoint,
  deleteQueueEndpoint,
  issueTicketEndpoint,
  // users
  usersEndpoint,
  ownUserEndpoint,
  userEndpoint,
  userByEmailEndpoint,
  createUserEndpoint,
  updateUserEndpoint,
  deactivateOneselfEndpoint,
  deactivateUserEndpoint,
  reactivateUserEndpoint,
  // avatars
  uploadAvatarEndpoint,
  deleteAvatarEndpoint,
  avatarEndpoint,
  mediumAvatarEndpoint,
  pictureEndpoint,
  // bots
  botsEndpoint,
  createBotEndpoint,
  updateBotEndpoint,
  deactivateBotEndpoint,
  regenerateBotKeyEndpoint,
  // bot storage
  botStorageEndpoint,
  updateBotStorageEndpoint,
  deleteBotStorageEndpoint,
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
  changeSettingsEndpoint,
  changeDisplaySettingsEndpoint,
  changeNotificationSettingsEndpoint,
  timezonesEndpoint,
  changeRealmDefaultsEndpoint,
  // streams
  streamsEndpoint,
  streamIdEndpoint,
  streamMembersEndpoint,
  topicsEndpoint,
  updateStreamEndpoint,
  archiveStreamEndpoint,
  // subscriptions
  subscriptionsEndpoint,
  subscribeEndpoint,
  subscribeByOldPathEndpoint,
  changeSubscriptionsEndpoint,
  unsubscribeEndpoint,
  isSubscribedEndpoint,
  changeSubscriptionPropertiesEndpoint,
  changeSubscriptionPropertyEndpoint,
  // default streams
  addDefaultStreamEndpoint,
  removeDefaultStreamEndpoint,
  createDefaultStreamGroupEndpoint,
  updateDefaultStreamGroupEndpoint,
  changeDefaultStreamGroupEndpoint,
  deleteDefaultStreamGroupEndpoint,
  // mutes
  muteTopicEndpoint,
  // muted users
  muteUserEndpoint,
  unmuteUserEndpoint,
  // alert words
  alertWordsEndpoint,
  addAlertWordsEndpoint,
  removeAlertWordsEndpoint,
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
  // uploads
  uploadFileEndpoint,
  fileLinkEndpoint,
  fileEndpoint,
  attachmentsEndpoint,
  deleteAttachmentEndpoint,
  // edits
  editMessageEndpoint,
  deleteMessageEndpoint,
  deleteTopicEndpoint,
  messageHistoryEndpoint,
  // flags
  updateFlagsEndpoint,
  markAllAsReadEndpoint,
  markStreamAsReadEndpoint,
  markTopicAsReadEndpoint,
  // reactions
  addReactionEndpoint,
  removeReactionEndpoint,
  // submessages
  sendSubmessageEndpoint,
  // status
  updateStatusEndpoint,
  // presence
  reportPresenceEndpoint,
  realmPresenceEndpoint,
  userPresenceEndpoint,
  // typing
  sendTypingEndpoint,
  setTypingStatusEndpoint,
  // emoji
  realmEmojiEndpoint,
  addRealmEmojiEndpoint,
  deleteRealmEmojiEndpoint,
  emojiCodesEndpoint,
  // linkifiers
  linkifiersEndpoint,
  createLinkifierEndpoint,
  updateLinkifierEndpoint,
  deleteLinkifierEndpoint,
  // playgrounds
  createPlaygroundEndpoint,
  deletePlaygroundEndpoint,
  // user groups
  userGroupsEndpoint,
  createUserGroupEndpoint,
  updateUserGroupEndpoint,
  deleteUserGroupEndpoint,
  updateUserGroupMembersEndpoint,
  // push tokens
  addApnsTokenEndpoint,
  removeApnsTokenEndpoint,
  addGcmTokenEndpoint,
  removeGcmTokenEndpoint,
  // onboarding
  dismissHotspotEndpoint,
  setTutorialStatusEndpoint,
  // commands
  runCommandEndpoint,
  // calls
  createBigBlueButtonCallEndpoint,
  createZoomCallEndpoint,
  // reports
  reportSendTimesEndpoint,
  reportNarrowTimesEndpoint,
  reportUnnarrowTimesEndpoint,
  reportErrorEndpoint,
  // webhooks
  postFromSlackEndpoint,
  postFromJsonEndpoint,
]

/** Who asks, for which realm, and for whom it counts. */
export const surroundings = { viewer, holder, mark: markOf, shareOf, realm: realmHere }

export const app = serve(endpoints, surroundings)
