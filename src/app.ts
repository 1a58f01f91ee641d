/** All endpoints. The features declare them. */
import { countedShares } from './accounts/account'
import * as alertWords from './alert-words/routes'
import * as auth from './auth/routes'
import { markOf } from './auth/keys'
import { holder, knownHolder, realmHere, renew, viewer } from './auth/viewer'
import { databaseAt } from './realm/directory'
import * as avatars from './avatars/routes'
import * as botOffers from './bot-offers/routes'
import * as botStorage from './bot-storage/routes'
import * as bots from './bots/routes'
import * as calls from './calls/routes'
import * as slashCommands from './slash-commands/routes'
import { askAnswerer } from './core/http/asks'
import { readAnswerer } from './core/http/reads'
import { serve } from './core/http/serve'
import * as defaultStreams from './default-streams/routes'
import * as domains from './domains/routes'
import * as drafts from './drafts/routes'
import * as edits from './edits/routes'
import * as emailChanges from './email-changes/routes'
import * as emoji from './emoji/routes'
import * as erasures from './erasures/routes'
import * as events from './events/routes'
import * as backups from './backups/routes'
import * as copies from './exports/copy-routes'
import * as exports from './exports/routes'
import * as ownData from './own-data/routes'
import * as externalContent from './external-content/routes'
import * as flags from './flags/routes'
import * as readState from './read-state/routes'
import * as claims from './imports/claim-routes'
import * as imports from './imports/routes'
import * as incomingMail from './incoming-mail/routes'
import * as integrations from './integrations/routes'
import * as deliveries from './integrations/delivery-routes'
import * as integrationSetup from './integrations/setup-routes'
import * as invites from './invites/routes'
import * as linkifiers from './linkifiers/routes'
import * as reading from './messages/reading-routes'
import * as messages from './messages/routes'
import * as mutedUsers from './muted-users/routes'
import * as mutes from './mutes/routes'
import * as newcomers from './newcomers/routes'
import * as onboarding from './onboarding/routes'
import * as passwordResets from './password-resets/routes'
import * as playgrounds from './playgrounds/routes'
import * as presence from './presence/routes'
import * as profileFields from './profile-fields/routes'
import * as pushTokens from './push-tokens/routes'
import * as reactions from './reactions/routes'
import * as founding from './realm/founding-routes'
import { relocateRealmEndpoint } from './realm/relocation-routes'
import * as realmPictures from './realm/picture-routes'
import * as realm from './realm/routes'
import * as realmSettings from './realm/setting-routes'
import * as reports from './reports/routes'
import * as scheduled from './scheduled/routes'
import { sessionCookieName } from './sessions/cookie'
import * as sessionLogin from './sessions/login-routes'
import * as sessions from './sessions/routes'
import * as settings from './settings/routes'
import * as status from './status/routes'
import * as streams from './streams/routes'
import * as submessages from './submessages/routes'
import * as subscriptionProperties from './subscriptions/property-routes'
import * as subscriptions from './subscriptions/routes'
import * as typing from './typing/routes'
import * as uploads from './uploads/routes'
import * as unsubscribing from './mail/unsubscribing/routes'
import * as operator from './old-texts/operator-routes'
import * as health from './usage/health-routes'
import * as usage from './usage/routes'
import * as userGroups from './user-groups/routes'
import * as users from './users/routes'
import * as webPush from './web-push/routes'
import * as webhooks from './webhooks/routes'

export const endpoints = [
  realm.serverSettingsEndpoint,
  founding.foundRealmEndpoint,
  founding.foundDemoRealmEndpoint,
  relocateRealmEndpoint,
  realmSettings.checkSubdomainEndpoint,
  realmSettings.changeRealmEndpoint,
  realmSettings.deactivateRealmEndpoint,
  realmPictures.iconEndpoint,
  realmPictures.uploadIconEndpoint,
  realmPictures.deleteIconEndpoint,
  realmPictures.logoEndpoint,
  realmPictures.uploadLogoEndpoint,
  realmPictures.deleteLogoEndpoint,
  usage.realmUsageEndpoint,
  usage.realmDatabaseEndpoint,
  health.healthEndpoint,
  unsubscribing.mailingPageEndpoint,
  unsubscribing.changeMailingEndpoint,
  domains.domainsEndpoint,
  domains.addDomainEndpoint,
  domains.changeDomainEndpoint,
  domains.removeDomainEndpoint,
  exports.exportsEndpoint,
  exports.exportConsentsEndpoint,
  exports.requestExportEndpoint,
  exports.deleteExportEndpoint,
  exports.archiveEndpoint,
  copies.beginCopyEndpoint,
  copies.copyPartEndpoint,
  copies.copyFileEndpoint,
  ownData.ownDataEndpoint,
  ownData.requestOwnDataEndpoint,
  ownData.deleteOwnDataEndpoint,
  ownData.ownArchiveEndpoint,
  backups.backupsEndpoint,
  backups.requestBackupEndpoint,
  backups.deleteBackupEndpoint,
  backups.backupArchiveEndpoint,
  imports.planImportEndpoint,
  imports.importsEndpoint,
  imports.importEndpoint,
  imports.importContentsEndpoint,
  imports.importRecordsEndpoint,
  imports.importFileEndpoint,
  imports.importStoredFileEndpoint,
  imports.finishImportEndpoint,
  imports.stopImportEndpoint,
  claims.claimsEndpoint,
  claims.makeClaimLinksEndpoint,
  claims.setClaimAddressEndpoint,
  invites.invitesEndpoint,
  invites.invitePeopleEndpoint,
  invites.resendInviteEndpoint,
  invites.revokeInviteEndpoint,
  invites.createInviteLinkEndpoint,
  invites.revokeInviteLinkEndpoint,
  invites.invitationEndpoint,
  invites.joinEndpoint,
  newcomers.newcomersEndpoint,
  newcomers.vouchForNewcomersEndpoint,
  auth.fetchApiKeyEndpoint,
  auth.devFetchApiKeyEndpoint,
  auth.devListUsersEndpoint,
  auth.regenerateApiKeyEndpoint,
  sessionLogin.logInEndpoint,
  sessionLogin.devLogInEndpoint,
  sessionLogin.logOutEndpoint,
  sessions.ownSessionsEndpoint,
  sessions.endOtherSessionsEndpoint,
  sessions.endOwnSessionEndpoint,
  sessions.sessionsEndpoint,
  sessions.endSessionsEndpoint,
  sessions.endSessionEndpoint,
  events.registerEndpoint,
  events.eventsEndpoint,
  events.deleteQueueEndpoint,
  events.issueTicketEndpoint,
  users.usersEndpoint,
  users.ownUserEndpoint,
  users.userEndpoint,
  users.userByEmailEndpoint,
  users.createUserEndpoint,
  users.updateUserEndpoint,
  users.deactivateOneselfEndpoint,
  users.deactivateUserEndpoint,
  users.reactivateUserEndpoint,
  erasures.eraseUserEndpoint,
  avatars.uploadAvatarEndpoint,
  avatars.deleteAvatarEndpoint,
  avatars.avatarEndpoint,
  avatars.mediumAvatarEndpoint,
  avatars.pictureEndpoint,
  bots.botsEndpoint,
  bots.createBotEndpoint,
  bots.updateBotEndpoint,
  bots.deactivateBotEndpoint,
  bots.regenerateBotKeyEndpoint,
  botOffers.botOffersEndpoint,
  botOffers.acceptBotOfferEndpoint,
  botOffers.endBotOfferEndpoint,
  botStorage.botStorageEndpoint,
  botStorage.updateBotStorageEndpoint,
  botStorage.deleteBotStorageEndpoint,
  profileFields.profileFieldsEndpoint,
  profileFields.createProfileFieldEndpoint,
  profileFields.reorderProfileFieldsEndpoint,
  profileFields.updateProfileFieldEndpoint,
  profileFields.deleteProfileFieldEndpoint,
  profileFields.updateProfileDataEndpoint,
  profileFields.removeProfileDataEndpoint,
  emailChanges.confirmEmailEndpoint,
  emailChanges.confirmEmailByLinkEndpoint,
  emailChanges.emailChangesEndpoint,
  passwordResets.askForPasswordResetEndpoint,
  passwordResets.passwordResetsEndpoint,
  passwordResets.makeResetLinkEndpoint,
  passwordResets.resetLinkEndpoint,
  passwordResets.resetPasswordEndpoint,
  settings.changeSettingsEndpoint,
  settings.changeDisplaySettingsEndpoint,
  settings.changeNotificationSettingsEndpoint,
  settings.timezonesEndpoint,
  settings.changeRealmDefaultsEndpoint,
  streams.streamsEndpoint,
  streams.streamIdEndpoint,
  streams.streamMembersEndpoint,
  streams.topicsEndpoint,
  streams.updateStreamEndpoint,
  streams.archiveStreamEndpoint,
  subscriptions.subscriptionsEndpoint,
  subscriptions.subscribeEndpoint,
  subscriptions.subscribeByOldPathEndpoint,
  subscriptions.changeSubscriptionsEndpoint,
  subscriptions.unsubscribeEndpoint,
  subscriptions.isSubscribedEndpoint,
  subscriptionProperties.changeSubscriptionPropertiesEndpoint,
  subscriptionProperties.changeSubscriptionPropertyEndpoint,
  defaultStreams.addDefaultStreamEndpoint,
  defaultStreams.removeDefaultStreamEndpoint,
  defaultStreams.createDefaultStreamGroupEndpoint,
  defaultStreams.updateDefaultStreamGroupEndpoint,
  defaultStreams.changeDefaultStreamGroupEndpoint,
  defaultStreams.deleteDefaultStreamGroupEndpoint,
  mutes.muteTopicEndpoint,
  mutedUsers.muteUserEndpoint,
  mutedUsers.unmuteUserEndpoint,
  alertWords.alertWordsEndpoint,
  alertWords.addAlertWordsEndpoint,
  alertWords.removeAlertWordsEndpoint,
  drafts.draftsEndpoint,
  drafts.createDraftsEndpoint,
  drafts.editDraftEndpoint,
  drafts.deleteDraftEndpoint,
  messages.sendMessageEndpoint,
  reading.messagesEndpoint,
  reading.matchesNarrowEndpoint,
  reading.messageEndpoint,
  messages.renderMessageEndpoint,
  scheduled.scheduledMessagesEndpoint,
  scheduled.updateScheduledEndpoint,
  scheduled.cancelScheduledEndpoint,
  uploads.uploadFileEndpoint,
  uploads.fileLinkEndpoint,
  uploads.fileEndpoint,
  uploads.attachmentsEndpoint,
  uploads.realmAttachmentsEndpoint,
  uploads.deleteAttachmentEndpoint,
  externalContent.externalContentEndpoint,
  edits.editMessageEndpoint,
  edits.deleteMessageEndpoint,
  edits.deleteTopicEndpoint,
  edits.messageHistoryEndpoint,
  flags.updateFlagsEndpoint,
  readState.readReceiptsEndpoint,
  readState.markAllAsReadEndpoint,
  readState.markStreamAsReadEndpoint,
  readState.markTopicAsReadEndpoint,
  reactions.addReactionEndpoint,
  reactions.removeReactionEndpoint,
  submessages.sendSubmessageEndpoint,
  status.updateStatusEndpoint,
  presence.reportPresenceEndpoint,
  presence.realmPresenceEndpoint,
  presence.userPresenceEndpoint,
  typing.sendTypingEndpoint,
  typing.setTypingStatusEndpoint,
  emoji.realmEmojiEndpoint,
  emoji.addRealmEmojiEndpoint,
  emoji.deleteRealmEmojiEndpoint,
  emoji.emojiCodesEndpoint,
  linkifiers.linkifiersEndpoint,
  linkifiers.createLinkifierEndpoint,
  linkifiers.updateLinkifierEndpoint,
  linkifiers.deleteLinkifierEndpoint,
  playgrounds.createPlaygroundEndpoint,
  playgrounds.deletePlaygroundEndpoint,
  userGroups.userGroupsEndpoint,
  userGroups.createUserGroupEndpoint,
  userGroups.updateUserGroupEndpoint,
  userGroups.deleteUserGroupEndpoint,
  userGroups.updateUserGroupMembersEndpoint,
  pushTokens.addApnsTokenEndpoint,
  pushTokens.removeApnsTokenEndpoint,
  pushTokens.addGcmTokenEndpoint,
  pushTokens.removeGcmTokenEndpoint,
  webPush.webPushDevicesEndpoint,
  webPush.addWebPushDeviceEndpoint,
  webPush.removeWebPushDeviceEndpoint,
  webPush.testWebPushEndpoint,
  incomingMail.streamAddressEndpoint,
  incomingMail.makeStreamAddressEndpoint,
  incomingMail.endStreamAddressEndpoint,
  onboarding.dismissHotspotEndpoint,
  onboarding.setTutorialStatusEndpoint,
  slashCommands.runCommandEndpoint,
  calls.createBigBlueButtonCallEndpoint,
  calls.createZoomCallEndpoint,
  reports.reportSendTimesEndpoint,
  reports.reportNarrowTimesEndpoint,
  reports.reportUnnarrowTimesEndpoint,
  reports.reportErrorEndpoint,
  integrationSetup.integrationsEndpoint,
  integrationSetup.realmIntegrationsEndpoint,
  integrationSetup.addIntegrationEndpoint,
  integrationSetup.changeIntegrationEndpoint,
  deliveries.deliveriesEndpoint,
  deliveries.retryDeliveryEndpoint,
  deliveries.testIntegrationEndpoint,
  integrations.postEventEndpoint,
  integrations.checkAddressEndpoint,
  webhooks.postFromSlackEndpoint,
  webhooks.postFromJsonEndpoint,
  operator.operatorOldTextsEndpoint,
  operator.restoreOldTextsEndpoint,
] as const

/** Parameters and responses of all endpoints by their routes, for clients. */
export type Api = {
  [T in NonNullable<Extract<(typeof endpoints)[number], { typed?: unknown }>['typed']> as T['route']]: Pick<
    T,
    'params' | 'answer'
  >
}

/** How the server finds out who sends a request, for which realm, and whose share pays for it. */
export const surroundings = {
  cookie: sessionCookieName,
  viewer,
  holder,
  knownHolder,
  renew,
  mark: markOf,
  sharesOf: countedShares,
  database: databaseAt,
  realm: realmHere,
}

/** Static files below the path of the API: its description, and the page that shows it (decision 11). */
const files = ['/api/v1/openapi.json', '/api/docs', '/api/docs/*']

export const app = serve(endpoints, surroundings, files)

/** Handles requests on sockets. */
export const answerAsk = askAnswerer(endpoints)

/** Handles reads in the realm's object that are too much for the Worker. */
export const answerRead = readAnswerer(endpoints, surroundings)
