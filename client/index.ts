export type * from './api'
export { openClient, type Client, type ClientOptions } from './client'
export { conversationKey, conversationOf, withoutSelf, type Conversation, type Topic } from './store/conversation'
export { erasedNumber } from './store/erased'
export type { Snapshot } from './store/snapshot'
export { Store } from './store/store'
export type { KnownStream } from './store/streams'
export type { Mention, UnreadScope } from './store/unread'
export { addressOf, namesOf, termsOf, termsOfConversation, type NarrowLink, type Names } from './narrow/address'
export { matcher } from './narrow/match'
export type { Anchor } from './narrow/page'
export type { KnownNarrow, KnownRanges } from './narrow/narrows'
export type { Ask } from './narrow/known-ranges'
export { mutesOf, narrowKey, type Term, type Terms } from './narrow/terms'
export type { View } from './narrow/view'
export { createViews, type Views, type ViewsOptions } from './narrow/views'
export type { Command, CommandKind, NewCommand } from './outbox/command'
export {
  createOutbox,
  type Outbox,
  type OutboxOptions,
  type RefusedCommand as Refused,
  type OutboxMessage as Sending,
} from './outbox/outbox'
export { memoryShelf, newMemory, type Memory } from './storage/memory'
export type { Change, Key, Shelf, Table } from './storage/shelf'
export type { BotType, PolicyStore, Role } from './policies'
export type { Credentials } from './connection/credentials'
export { isForGood, type EndReason } from './connection/endings'
export type { Follower, FollowOptions, Status } from './connection/follow'
export type { Position } from './connection/event-intake'
export { answerIn, Refusal, Unreachable, whyNotAdmitted } from './connection/refusal'
export { createWire, type AskOptions, type Wire, type WireOptions } from './connection/wire'
