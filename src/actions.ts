/** All actions: every way in which data can change. The features define them. */
import { afterGathered, fillsDatabase, keepsAccess, safeguards } from './action-kinds'
import { digestMessages } from './read-state/digest-actions'
import { addAlertWords, removeAlertWords } from './alert-words/actions'
import { relocatedTables } from './realm/relocated-tables'
import { changeAvatar } from './avatars/actions'
import { isAsBefore, countedShares, shareWords } from './accounts/account'
import { identify, logIn, logInWithoutPassword, regenerateKey } from './auth/actions'
import { markOf } from './auth/keys'
import { acceptBotOffer, endBotOffer } from './bot-offers/actions'
import { deleteStoredEntries, storeEntries } from './bot-storage/actions'
import { deleteBackup, requestBackup } from './backups/actions'
import { removeBackup, verifyBackup, writeBackupPart } from './backups/jobs'
import { advanceBackup, advanceVerification, continueBackupRemoval } from './backups/progress-actions'
import { runCommand } from './slash-commands/actions'
import { addDomain, changeDomain, removeDomain } from './domains/actions'
import { addDefaultStream, removeDefaultStream } from './default-streams/actions'
import {
  changeDefaultStreamGroup,
  createDefaultStreamGroup,
  deleteDefaultStreamGroup,
  updateDefaultStreamGroup,
} from './default-streams/group-actions'
import { recordDigestMails } from './digest-mails/actions'
import { writeDigestMails } from './digest-mails/jobs'
import { createDrafts, editDraft, removeDraft } from './drafts/actions'
import { events, register } from './events/table'
import { issueTicket } from './events/actions'
import { runDailyMaintenance } from './housekeeping/actions'
import { beginDueWork } from './housekeeping/due-work'
import { confirmEmailChange } from './email-changes/actions'
import { commitReadMarks } from './read-state/mark-read'
import { updateFlags } from './flags/actions'
import { markAllAsRead, markAsRead, markStreamAsRead, markTopicAsRead } from './read-state/actions'
import { eraseUser } from './erasures/actions'
import { eraseMore } from './erasures/jobs'
import { continueErasure } from './erasures/step-actions'
import { editMessage } from './edits/actions'
import { deleteMessage, deleteTopic } from './edits/delete-actions'
import { deleteExport, requestExport } from './exports/actions'
import { beginCopy } from './exports/copy-actions'
import { writeExportPart, removeExportParts } from './exports/jobs'
import { advanceExport, continueRemoval } from './exports/progress-actions'
import { advanceOwnData, continueOwnDataRemoval, deleteOwnData, requestOwnData } from './own-data/actions'
import { removeOwnDataParts, writeOwnDataPart } from './own-data/jobs'
import { finishImport, importRecords, importRows, stopImport } from './imports/actions'
import { makeClaimLinks, setClaimAddress } from './imports/claim-actions'
import { placeOfImportedFile, recordImportedFile } from './imports/file-actions'
import { planImport } from './imports/plan-actions'
import {
  addMailFile,
  admitMail,
  checkMail,
  endStreamAddress,
  makeStreamAddress,
  postMail,
} from './incoming-mail/actions'
import { createInviteLink, invitePeople, resendInvite, revokeInvite, revokeInviteLink } from './invites/actions'
import { join } from './invites/join-actions'
import { recordDeliveries } from './mail/actions'
import { deliverJob, sendMails } from './mail/jobs'
import { changeMailing } from './mail/unsubscribing/actions'
import { reportEvents, takeEvent } from './integrations/incoming-actions'
import { recentDeliveries, repeatEvent, storedRequest, testIntegration } from './integrations/delivery-actions'
import { recordFailure } from './integrations/failures'
import { pollFeeds } from './integrations/feeds/jobs'
import { postFeedEntry, recordPolls } from './integrations/feeds/poll-actions'
import { findFeed, pollFeedBatch } from './integrations/feeds/polling'
import { beginFeedLookup } from './integrations/feeds/setup'
import { addIntegration, changeIntegration } from './integrations/setup-actions'
import { renderMessage, sendMessage } from './messages/actions'
import { messageTrail } from './messages/commit-trail'
import { addRealmEmoji, deactivateRealmEmoji } from './emoji/actions'
import { createLinkifier, deleteLinkifier, updateLinkifier } from './linkifiers/actions'
import { muteUser, unmuteUser } from './muted-users/actions'
import { muteTopic, unmuteTopic } from './mutes/actions'
import { recordMissedMessages } from './missed-messages/actions'
import { gatherMissedMessages } from './missed-messages/jobs'
import { recordNotification } from './notifications/actions'
import { notifyPeople, sendWaitingPushes } from './notifications/jobs'
import { vouchForNewcomers } from './newcomers/actions'
import { answerForBot, tellOwnerOfLeftOut } from './outgoing-webhooks/actions'
import { postToService, tellOfLeftOut } from './outgoing-webhooks/jobs'
import { askForPasswordReset, makeResetLink, resetPassword } from './password-resets/actions'
import { createPlayground, deletePlayground } from './playgrounds/actions'
import { changeGroupMembers, createUserGroup, deleteUserGroup, updateUserGroup } from './user-groups/actions'
import {
  createProfileField,
  deleteProfileField,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
} from './profile-fields/actions'
import { presenceOf, realmPresence, reportPresence } from './presence/actions'
import { endConnections, tellDepartures, tellPresence } from './presence/departure-actions'
import { showPages } from './previews/actions'
import { lookUpPages } from './previews/jobs'
import { addPushToken, removePushToken } from './push-tokens/actions'
import { addReaction, removeReaction } from './reactions/actions'
import { cancelScheduled, scheduleMessage, updateScheduled } from './scheduled/actions'
import { deliverScheduled } from './scheduled/delivery-actions'
import { deliverLater } from './scheduled/jobs'
import { checkSetupToken } from './realm/founding-access'
import { foundDemoRealm, foundRealm, openRealm, prepareFounding } from './realm/founding-actions'
import { mergeSearchWords, removeOldTexts } from './old-texts/actions'
import { mergeWords, moveOldTexts } from './old-texts/jobs'
import { returnOldTexts, returnTextsJob } from './old-texts/return'
import { deleteFiles } from './uploads/jobs'
import { deactivateRealm } from './realm/closing-actions'
import { changeRealmPicture } from './realm/picture-actions'
import { changeRealm } from './realm/settings-actions'
import { updateStatus } from './status/actions'
import { addSubmessage } from './submessages/actions'
import { endSession, endSessions, logOut, renewSession } from './sessions/actions'
import { changeRealmDefaults, changeSettings } from './settings/actions'
import { archiveStream, updateStream } from './streams/update-actions'
import { subscribeToStreams } from './subscriptions/actions'
import { changeSubscriptions } from './subscriptions/update-actions'
import { unsubscribeFromStreams } from './subscriptions/unsubscribe-actions'
import { changeProperties } from './subscriptions/property-actions'
import { tellTyping } from './typing/actions'
import { createBot, deactivateBot } from './bots/actions'
import { regenerateBotKey, updateBot } from './bots/update-actions'
import { createUser } from './users/actions'
import { deactivateOneself, deactivateUser, reactivateUser } from './users/deactivation-actions'
import { addAttachment, filesDeleted, removeAttachment } from './uploads/actions'
import { updateUser } from './users/update-actions'
import {
  addWebPushDevice,
  beginTestPush,
  makeWebPushKey,
  recordTestPush,
  removeWebPushDevice,
} from './web-push/actions'
import { sendPushBatch } from './web-push/batches'
import { realmUsage, tellUsage, whenWorkBegins } from './usage/actions'
import { tellDatabaseSize } from './usage/database-notices'

/** Changes that need no credentials, because they check credentials or issue them. */
const systemActions = {
  runDailyMaintenance,
  filesDeleted,
  continueErasure,
  beginDueWork,
  commitReadMarks,
  digestMessages,
  deliverScheduled,
  prepareFounding,
  foundRealm,
  openRealm,
  checkSetupToken,
  foundDemoRealm,
  logIn,
  logInWithoutPassword,
  confirmEmailChange,
  askForPasswordReset,
  resetPassword,
  join,
  answerForBot,
  tellOwnerOfLeftOut,
  showPages,
  recordDeliveries,
  recordDigestMails,
  changeMailing,
  advanceExport,
  continueRemoval,
  advanceOwnData,
  continueOwnDataRemoval,
  advanceBackup,
  advanceVerification,
  continueBackupRemoval,
  endConnections,
  tellDepartures,
  tellPresence,
  tellUsage,
  tellDatabaseSize,
  recordMissedMessages,
  recordNotification,
  recordPolls,
  postFeedEntry,
  admitMail,
  checkMail,
  addMailFile,
  postMail,
  removeOldTexts,
  mergeSearchWords,
  returnOldTexts,
}

/** Changes by an account. */
const actions = {
  makeStreamAddress,
  endStreamAddress,
  regenerateKey,
  renewSession,
  logOut,
  endSession,
  endSessions,
  issueTicket,
  createUser,
  updateUser,
  deactivateUser,
  deactivateOneself,
  reactivateUser,
  eraseUser,
  makeResetLink,
  createBot,
  updateBot,
  deactivateBot,
  regenerateBotKey,
  acceptBotOffer,
  endBotOffer,
  storeEntries,
  deleteStoredEntries,
  changeAvatar,
  createProfileField,
  updateProfileField,
  reorderProfileFields,
  deleteProfileField,
  updateProfileData,
  subscribeToStreams,
  unsubscribeFromStreams,
  changeSubscriptions,
  updateStream,
  archiveStream,
  addDefaultStream,
  removeDefaultStream,
  createDefaultStreamGroup,
  updateDefaultStreamGroup,
  changeDefaultStreamGroup,
  deleteDefaultStreamGroup,
  changeProperties,
  changeSettings,
  changeRealmDefaults,
  changeRealm,
  changeRealmPicture,
  deactivateRealm,
  requestExport,
  deleteExport,
  beginCopy,
  requestOwnData,
  deleteOwnData,
  requestBackup,
  deleteBackup,
  planImport,
  importRecords,
  importRows,
  placeOfImportedFile,
  recordImportedFile,
  finishImport,
  stopImport,
  makeClaimLinks,
  setClaimAddress,
  addDomain,
  changeDomain,
  removeDomain,
  invitePeople,
  createInviteLink,
  resendInvite,
  revokeInvite,
  revokeInviteLink,
  vouchForNewcomers,
  muteTopic,
  unmuteTopic,
  muteUser,
  unmuteUser,
  addAlertWords,
  removeAlertWords,
  createUserGroup,
  updateUserGroup,
  deleteUserGroup,
  changeGroupMembers,
  createLinkifier,
  updateLinkifier,
  deleteLinkifier,
  createPlayground,
  deletePlayground,
  addRealmEmoji,
  deactivateRealmEmoji,
  createDrafts,
  editDraft,
  removeDraft,
  sendMessage,
  takeEvent,
  reportEvents,
  recordFailure,
  beginFeedLookup,
  recentDeliveries,
  storedRequest,
  repeatEvent,
  testIntegration,
  addIntegration,
  changeIntegration,
  scheduleMessage,
  updateScheduled,
  cancelScheduled,
  renderMessage,
  editMessage,
  deleteMessage,
  deleteTopic,
  addSubmessage,
  updateFlags,
  markAllAsRead,
  markAsRead,
  markStreamAsRead,
  markTopicAsRead,
  addReaction,
  removeReaction,
  addAttachment,
  removeAttachment,
  updateStatus,
  reportPresence,
  realmPresence,
  presenceOf,
  tellTyping,
  addPushToken,
  removePushToken,
  makeWebPushKey,
  addWebPushDevice,
  removeWebPushDevice,
  beginTestPush,
  recordTestPush,
  runCommand,
  realmUsage,
  whenWorkBegins,
}

export const actionTable = {
  dailyAction: 'runDailyMaintenance' satisfies keyof typeof systemActions,
  dueAction: 'beginDueWork' satisfies keyof typeof systemActions,
  endedAction: 'endConnections' satisfies keyof typeof systemActions,
  usageAction: 'tellUsage' satisfies keyof typeof systemActions,
  databaseAction: 'tellDatabaseSize' satisfies keyof typeof systemActions,
  fillsDatabase,
  afterGathered,
  identify,
  isAsBefore,
  mark: markOf,
  sharesOf: countedShares,
  shareWords,
  safeguards,
  relocated: relocatedTables,
  keepsAccess,
  actions,
  systemActions,
  jobs: {
    postToService,
    tellOfLeftOut,
    lookUpPages,
    sendMails,
    writeDigestMails,
    writeExportPart,
    removeExportParts,
    writeOwnDataPart,
    removeOwnDataParts,
    writeBackupPart,
    verifyBackup,
    removeBackup,
    deliverLater,
    notifyPeople,
    gatherMissedMessages,
    sendWaitingPushes,
    deleteFiles,
    eraseMore,
    pollFeeds,
    moveOldTexts,
    mergeWords,
    returnOldTexts: returnTextsJob,
  },
  jobParts: { sendPushBatch, deliverJob, pollFeedBatch, findFeed },
  events,
  trail: messageTrail,
  register,
}

declare module './core/base/product' {
  interface Product {
    actions: typeof systemActions & typeof actions
  }
}
