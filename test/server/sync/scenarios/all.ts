import type { ActionName } from '../scenario'
import { botScenarios } from './bots'
import { dailyScenarios } from './daily'
import { defaultStreamScenarios } from './default-streams'
import { editScenarios } from './edits'
import { exportScenarios } from './exports'
import { fileScenarios } from './files'
import { flagScenarios } from './flags'
import { groupScenarios } from './user-groups'
import { inviteScenarios } from './invites'
import { loginScenarios } from './logins'
import { messageScenarios } from './messages'
import { ownScenarios } from './own'
import { pictureScenarios } from './pictures'
import { passwordResetScenarios } from './password-resets'
import { presenceScenarios } from './presence'
import { profileFieldScenarios } from './profile-fields'
import { realmScenarios } from './realm'
import { renderingScenarios } from './rendering'
import { scheduledScenarios } from './scheduled'
import { statusScenarios } from './status'
import { streamScenarios } from './streams'
import { subscriptionScenarios } from './subscriptions'
import { toolScenarios } from './tools'
import { userScenarios } from './users'

/** All scenarios; the files of tests divide them. */
export const everyScenario = [
  ...messageScenarios,
  ...editScenarios,
  ...flagScenarios,
  ...ownScenarios,
  ...statusScenarios,
  ...presenceScenarios,
  ...userScenarios,
  ...botScenarios,
  ...groupScenarios,
  ...loginScenarios,
  ...streamScenarios,
  ...subscriptionScenarios,
  ...defaultStreamScenarios,
  ...realmScenarios,
  ...renderingScenarios,
  ...passwordResetScenarios,
  ...profileFieldScenarios,
  ...inviteScenarios,
  ...exportScenarios,
  ...fileScenarios,
  ...pictureScenarios,
  ...dailyScenarios,
  ...scheduledScenarios,
  ...toolScenarios,
]

/** Actions that change nothing anybody listens to, and why. */
export const withoutScenario: Partial<Record<ActionName, string>> = {
  makeStreamAddress:
    'makes an address that is in no state; messages name the bot that clients learn of when they register again',
  endStreamAddress: 'takes an address away that is in no state',
  admitMail: 'only counts attempts',
  removeOldTexts: 'takes texts out of the database that the object has, which nobody notices',
  mergeSearchWords: 'writes pages of the search index anew, which nobody notices',
  returnOldTexts: 'brings texts back into the database, which nobody notices',
  checkMail: 'changes nothing',
  addMailFile: 'does what addAttachment does, which has a scenario',
  postMail: 'sends a message as sendMessage does, which has scenarios',
  beginTestPush: 'only counts attempts',
  recordTestPush: 'only notes what a push service answered, which is in no state',
  takeEvent: 'sends and edits messages as sendMessage and editMessage do, which have scenarios',
  reportEvents: 'only counts events, which are in no state',
  recordFailure: 'only notes what a service sent, which is in no state',
  recentDeliveries: 'only reads what is in no state',
  storedRequest: 'only reads what is in no state',
  repeatEvent: 'sends a message as sendMessage does, which has a scenario',
  testIntegration: 'sends a message as sendMessage does, which has a scenario',
  addIntegration: 'makes a bot as createBot does, which has a scenario',
  changeIntegration: 'changes what is looked up anew when its page is opened',
  beginFeedLookup: 'only counts against a limit',
  recordPolls: 'notes what is looked up anew when the page of an integration is opened',
  postFeedEntry: 'sends a message as sendMessage does, which has a scenario',
  recordNotification: 'only notes what push services answered and who is mailed, which is in no state',
  recordMissedMessages: 'only lets mails wait in the storage of the object, which is in no state',
  recordDigestMails: 'only sends mails, of which nobody is told',
  recordDeliveries: 'only notes what a mail server answered, which is in no state',
  realmUsage: 'only reads counts that are in no state',
  whenWorkBegins: 'only reads counts that are in no state',
  tellUsage: 'sends messages when much of a quota is used up, which usage.test.ts looks at',
  tellDatabaseSize: 'sends messages when the database has passed a mark, which database-full.test.ts looks at',
  continueRemoval: 'writes nothing down: it is about what the bucket still holds',
  continueOwnDataRemoval: 'writes nothing down: it is about what the bucket still holds',
  beginCopy: 'announces and lists what requestExport does, which has a scenario',
  requestBackup: 'tells only owners, that they look up the list again, as backups.test.ts does',
  deleteBackup: 'tells only owners, that they look up the list again',
  advanceBackup: 'tells only owners, that they look up the list again',
  advanceVerification: 'tells only owners, that they look up the list again',
  continueBackupRemoval: 'writes nothing down: it is about what the bucket still holds',
  commitReadMarks: 'does what markAsRead leaves to it',
  digestMessages: 'sums up what messages say, of which nobody is told',
  filesDeleted: 'writes nothing down: the rows of the files are gone already, and their owners were told of that',
  prepareFounding: 'only checks, before a password is hashed',
  checkSetupToken: 'only checks',
  tellOwnerOfLeftOut: 'writes privately as the notification bot does of other things, which have scenarios',
  planImport: 'ends all queues, so that clients register again',
  importRecords: 'tells nothing: clients register again when the streams have come, and when all has',
  importRows: 'only reads counts that are in no state',
  placeOfImportedFile: 'only reads where a file belongs',
  recordImportedFile: 'tells nothing: clients register again when the import is finished',
  finishImport: 'ends all queues, so that clients register again',
  stopImport: 'ends all queues, so that clients register again',
  makeClaimLinks: 'makes links for people who have never registered, and which are in no state',
  setClaimAddress: 'changes an address as confirmEmailChange does, which has scenarios',
  renewSession: 'notes the first use of a session on a day, which only its account may look up',
  openRealm: 'opens a realm, in which nobody listens yet, as foundRealm does',
  foundDemoRealm: 'founds a realm, in which nobody listens yet, as foundRealm does',
}
