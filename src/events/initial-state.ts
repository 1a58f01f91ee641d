/** The initial state that a client gets when it registers a queue. Each feature makes a part of it. */
import { alertWordsState } from '../alert-words/state'
import { botOffersState } from '../bot-offers/state'
import { sqlOver, type Fragment, type Row, type Sql } from '../core/sql/sql'
import { botsState, embeddedBotsState } from '../bots/state'
import { incomingWebhooksState } from '../integrations/state'
import { realmDomainsState } from '../domains/state'
import { defaultStreamGroupsState, defaultStreamsState } from '../default-streams/state'
import { draftsState } from '../drafts/state'
import { realmEmojiState } from '../emoji/state'
import { filtersState, linkifiersState } from '../linkifiers/state'
import { starredState } from '../flags/state'
import { unreadState } from '../read-state/state'
import { messagesState, recentConversationsState } from '../messages/state'
import { mutedUsersState } from '../muted-users/state'
import { mutedTopicsState } from '../mutes/state'
import { playgroundsState } from '../playgrounds/state'
import { userGroupsState } from '../user-groups/state'
import { presenceState } from '../presence/state'
import { profileFieldsState } from '../profile-fields/state'
import { withOtherNames } from '../realm/compatibility'
import { giphyState, hotspotsState, stopWordsState, videoCallsState } from '../realm/server-state'
import { realmState } from '../realm/state'
import { version } from '../realm/version'
import { scheduledState } from '../scheduled/state'
import {
  displaySettingsState,
  notificationSettingsState,
  realmDefaultsState,
  userSettingsState,
} from '../settings/state'
import { userStatusState } from '../status/state'
import { streamsState } from '../streams/state'
import { subscriptionsState } from '../subscriptions/state'
import { showsAddresses } from '../users/email-visibility'
import { usersState } from '../users/state'
import type { StateOf } from './part'
import { isFetched } from './queue-options'

/** The parts of the state by their names in `fetch_event_types` (register). One line per feature. */
const parts: Record<string, StateOf> = {
  alert_words: alertWordsState,
  bot_offers: botOffersState,
  custom_profile_fields: profileFieldsState,
  default_stream_groups: defaultStreamGroupsState,
  default_streams: defaultStreamsState,
  drafts: draftsState,
  giphy: giphyState,
  hotspots: hotspotsState,
  message: messagesState,
  muted_topics: mutedTopicsState,
  presence: presenceState,
  muted_users: mutedUsersState,
  realm: realmState,
  realm_domains: realmDomainsState,
  realm_emoji: realmEmojiState,
  realm_filters: filtersState,
  realm_linkifiers: linkifiersState,
  realm_playgrounds: playgroundsState,
  realm_user_groups: userGroupsState,
  realm_user_settings_defaults: realmDefaultsState,
  realm_bot: botsState,
  realm_embedded_bots: embeddedBotsState,
  realm_incoming_webhook_bots: incomingWebhooksState,
  realm_user: usersState,
  recent_private_conversations: recentConversationsState,
  scheduled_messages: scheduledState,
  starred_messages: starredState,
  stop_words: stopWordsState,
  stream: streamsState,
  subscription: subscriptionsState,
  update_display_settings: displaySettingsState,
  update_global_notifications: notificationSettingsState,
  update_message_flags: unreadState,
  user_settings: userSettingsState,
  user_status: userStatusState,
  video_calls: videoCallsState,
}

/** The parts of the initial state that the client requests. */
export const state: StateOf = async (snapshot) => {
  const { actor, env } = snapshot
  // A client cannot compute the address of a picture from an email address that it cannot see (register, client_gravatar).
  const input = { ...snapshot.input, client_gravatar: snapshot.input.client_gravatar && showsAddresses(actor) }
  const chosen = Object.entries(parts).filter(([name]) => isFetched(input, name))
  const sql = sharingAnswers(snapshot.sql)
  const fields = await Promise.all(chosen.map(([, part]) => part({ ...snapshot, input, sql })))
  return withOtherNames({ ...version, ...(Object.assign({}, ...fields) as Record<string, unknown>) }, env)
}

/** Runs the same statement in several parts only once. */
function sharingAnswers(sql: Sql): Sql {
  const answers = new Map<string, Promise<Row[]>>()
  const run = (statement: Fragment): Promise<Row[]> => {
    const answer = answers.get(statement.key) ?? sql`${statement}`.all<Row>()
    answers.set(statement.key, answer)
    return answer
  }
  return sqlOver({ run, cachedFirst: run })
}
