/* oxlint-disable no-restricted-imports -- an event counts as chosen here by the rule of the server, in code that is loaded with this page */
import { isChosen } from '../../../../src/integrations/event-choice'
import { texts } from '../../../i18n'

/** What an integration posts, and where, as its forms have it. */
export interface PostingChoices {
  /** Null: the owner of the bot gets direct messages. */
  readonly stream_id: number | null
  /** Null: each event has the topic that it belongs to. Empty: the user has not entered it yet. */
  readonly topic: string | null
  /** Names of the events that are posted; null: all, also those that are added later. */
  readonly events: readonly string[] | null
}

/** The same as parameters of requests. */
interface PostingParams {
  readonly stream_id: number | null
  readonly topic: string
  readonly only_events: string[]
  readonly excluded_events: string[]
}

export const postingParams = ({ stream_id, topic, events }: PostingChoices): PostingParams => ({
  stream_id,
  topic: topic?.trim() ?? '',
  only_events: [...(events ?? [])],
  excluded_events: [],
})

/** Parameters of what was changed. */
export function changedParams(before: PostingChoices, after: PostingChoices): Partial<PostingParams> {
  const { stream_id, topic, ...events } = postingParams(after)
  return {
    ...(after.stream_id !== before.stream_id && { stream_id }),
    ...(after.topic !== before.topic && { topic }),
    ...(after.events !== before.events && events),
  }
}

type StoredChoices = Pick<PostingChoices, 'stream_id' | 'topic'> & {
  readonly only_events: readonly string[]
  readonly excluded_events: readonly string[]
}

/** The choices of an integration. `events` are the names of all events of its service. */
export function postingChoicesOf(
  { stream_id, topic, only_events: only, excluded_events: excluded }: StoredChoices,
  events: readonly string[],
): PostingChoices {
  const isAll = only.length === 0 && excluded.length === 0
  return { stream_id, topic, events: isAll ? null : events.filter((event) => isChosen(event, { only, excluded })) }
}

/** What is missing in the choices, for the user; empty if nothing is. */
export function postingProblem({ stream_id, topic, events }: PostingChoices): string {
  const t = texts.integrationChoices
  if (stream_id !== null && topic?.trim() === '') return t.topicNeeded
  return events?.length === 0 ? t.eventNeeded : ''
}
