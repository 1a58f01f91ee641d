import type { ChapterName, Records } from '../../archive/records'
import type { Batch, BatchStep } from '../batch'
import { writeBots } from './bots'
import { writeConversations } from './conversations'
import { writeFiles } from './files'
import { writeMarks } from './marks'
import { writeMessages } from './messages'
import {
  writeDomains,
  writeEmoji,
  writeLinkifiers,
  writePlaygrounds,
  writeProfileFields,
  writeUserGroups,
} from './organization'
import { writeDefaultStreamGroups, writeStreams } from './streams'
import { writeMutedTopics, writeMutedUsers, writeSubscriptions } from './subscriptions'
import { writeUsers } from './users'
import { writeDrafts, writeInvitations, writeScheduledMessages } from './waiting'

/** What writes the records of each chapter. */
const writers: { [Name in ChapterName]: (batch: Batch<Records[Name]>) => Promise<BatchStep> } = {
  profile_fields: writeProfileFields,
  users: writeUsers,
  muted_users: writeMutedUsers,
  emoji: writeEmoji,
  user_groups: writeUserGroups,
  linkifiers: writeLinkifiers,
  playgrounds: writePlaygrounds,
  domains: writeDomains,
  streams: writeStreams,
  bots: writeBots,
  default_stream_groups: writeDefaultStreamGroups,
  subscriptions: writeSubscriptions,
  muted_topics: writeMutedTopics,
  conversations: writeConversations,
  invitations: writeInvitations,
  files: writeFiles,
  drafts: writeDrafts,
  scheduled_messages: writeScheduledMessages,
  marks: writeMarks,
  messages: writeMessages,
}

/** Writes the records of a batch of any chapter. */
export const writeChapter = <Name extends ChapterName>(name: Name, batch: Batch<Records[Name]>): Promise<BatchStep> =>
  writers[name](batch)
