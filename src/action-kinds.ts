/** Actions with a rule of their own: what they may do that others may not, or must do that others need not. */
import type { Actions } from './core/base/product'

type ActionName = keyof Actions

/** Actions that may revert waiting ones: marks as read are committed before a mark as unread. */
export const afterGathered: ReadonlySet<string> = new Set<ActionName>(['updateFlags'])

/** Actions that end a danger or revoke something. */
export const safeguards: ReadonlySet<string> = new Set<string>([
  'regenerateKey',
  'renewSession',
  'logOut',
  'endSession',
  'endSessions',
  'regenerateBotKey',
  'deactivateUser',
  'deactivateOneself',
  'eraseUser',
  'deactivateBot',
  'endBotOffer',
  'deactivateRealm',
  'deactivateRealmEmoji',
  'revokeInvite',
  'revokeInviteLink',
  'deleteMessage',
  'cancelScheduled',
  'removeAttachment',
  'deleteExport',
  'deleteOwnData',
  'deleteBackup',
  'removeWebPushDevice',
] satisfies ActionName[])

/**
 * Actions that take nothing from anybody, so that nobody may see less afterwards: they add something, or change only what belongs to
 * the account itself. Their answers do not wait for replicas. If in doubt, leave an action out.
 */
export const keepsAccess: ReadonlySet<string> = new Set<string>([
  'sendMessage',
  'takeEvent',
  'scheduleMessage',
  'updateScheduled',
  'cancelScheduled',
  'addReaction',
  'removeReaction',
  'addSubmessage',
  'updateFlags',
  'markAllAsRead',
  'markAsRead',
  'markStreamAsRead',
  'markTopicAsRead',
  'createDrafts',
  'editDraft',
  'removeDraft',
  'muteTopic',
  'unmuteTopic',
  'changeProperties',
  'addAlertWords',
  'removeAlertWords',
  'updateStatus',
  'reportPresence',
  'tellTyping',
  'renewSession',
  'addAttachment',
  'addWebPushDevice',
  'recordTestPush',
  'addPushToken',
  'storeEntries',
  // The realm's own work.
  'checkSetupToken',
  'logIn',
  'logInWithoutPassword',
  'commitReadMarks',
  'digestMessages',
  'deliverScheduled',
  'answerForBot',
  'showPages',
  'recordDeliveries',
  'recordDigestMails',
  'recordMissedMessages',
  'recordNotification',
  'endConnections',
  'tellDepartures',
  'tellPresence',
  'postMail',
  'removeOldTexts',
  'mergeSearchWords',
  'returnOldTexts',
] satisfies ActionName[])

/**
 * Actions that add what people write or upload: they are refused when the database is nearly full, so that deleting, settings, read marks
 * and logging in still have room. Jobs that end in one of them wait.
 */
export const fillsDatabase: ReadonlySet<string> = new Set<string>([
  'sendMessage',
  'editMessage',
  'addSubmessage',
  'takeEvent',
  'repeatEvent',
  'testIntegration',
  'scheduleMessage',
  'updateScheduled',
  'createDrafts',
  'editDraft',
  'addAttachment',
  'addRealmEmoji',
  'storeEntries',
  'planImport',
  'importRecords',
  'importRows',
  'placeOfImportedFile',
  'recordImportedFile',
  'deliverScheduled',
  'answerForBot',
  'showPages',
  'postFeedEntry',
  'addMailFile',
  'postMail',
  'returnOldTexts',
] satisfies ActionName[])
