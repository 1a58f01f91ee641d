export { hasAccess } from './access'
export {
  notificationWays,
  type Concern,
  type NotificationSettings,
  type NotificationWays,
} from '../../src/notifications/decision'
export { callServer } from './calls'
export { noTopic, policies, roles, type Role } from './codes'
export {
  admits,
  isAdministrator,
  isBot,
  isFullMember,
  isGuest,
  isModerator,
  isOwner,
  roleOf,
  type PolicyStore,
} from './self'
export { isLargeStream, mayAdministerStream, mayJoin, mayMentionAll, mayPost, postPolicies } from './streams'
export { isNewMention } from './mentions'
export { editSeconds, mayDelete, mayEdit, mayMoveAway, mayRename, mayRenameTopic } from './messages'
export {
  assignableRoles,
  botTypes,
  creatableBotTypes,
  invitableRoles,
  isOnlyOwner,
  mayAddEmoji,
  mayAdministerBot,
  mayAdministerUser,
  mayChangeGroup,
  mayChangeOwn,
  mayChangeSetting,
  mayDeleteEmoji,
  mayErase,
  mayInvite,
  mayInviteByLink,
  mayMakeGroups,
  mayReplaceEmoji,
  maySeeBot,
  type BotType,
} from './people'
