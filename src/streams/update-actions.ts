import { joinSteps, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { inOrder } from '../core/live/event-log'
import { fragment, type Fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { isGrouped } from '../default-streams/queries'
import { endMutesOfLost } from '../mutes/writes'
import { renderedDescription } from '../messages/rendering'
import { postNotices } from '../messages/notices'
import { assertOwner } from '../accounts/roles'
import { streamInvalidations } from './invalidation'
import { accessToAdminister, findStream, postPolicy, type AccessedStream } from './access'
import { archiveStreams } from './archive'
import { streamChanged } from './change-events'
import { endAccessToStream } from './ending-access'
import { streamDescription, streamName } from './names'
import { changedTexts, streamEventsTopic } from './notice-texts'
import { wantedPrivacy, type Privacy, type WantedPrivacy } from './privacy'
import { listedStreams, type StreamRow } from './queries'
import { retention, type Retention } from './retention'

interface UpdateInput extends WantedPrivacy {
  stream_id: number
  description?: string | undefined
  new_name?: string | undefined
  stream_post_policy?: number | undefined
  /** Deprecated: true is the policy `administrators`, false is `everyone`. */
  is_announcement_only?: boolean | undefined
  message_retention_days?: Retention | undefined
}

/** Changes a stream: everything that the request contains, or nothing (endpoints, Streams). */
export async function updateStream(turn: Turn, input: UpdateInput): Promise<Change> {
  const accessed = await accessToAdminister(turn, input)
  const after = await wantedStream(turn, accessed, input)
  const columns = Object.keys(after) as (keyof StreamRow)[]
  if (columns.every((column) => after[column] === accessed.stream[column])) return { writes: [], result: {} }

  const [before] = await listedStreams(turn.sql, [input.stream_id])
  const events = inOrder(turn, await streamChanged(turn, before!, { ...before!, ...after }))
  const texts = changedTexts(turn.actor, accessed.stream, after)
  const about = { stream_id: after.id, topic: streamEventsTopic, stream: after }
  const notices = await postNotices(
    turn,
    texts.map((content) => ({ ...about, content })),
  )
  const ending = { realm_id: turn.realm_id, at: turn.now, next_message_id: turn.upcoming('message') }
  const changed = {
    writes: [
      update(after),
      ...(isNarrowed(accessed.stream, after)
        ? [endMutesOfLost(turn.realm_id, after), ...endAccessToStream(accessed.stream, after, ending)]
        : []),
    ],
    events,
    invalidates: [...streamInvalidations(accessed.stream), ...streamInvalidations(after)],
  }
  return { ...joinSteps(changed, notices), result: {} }
}

/** Whether some users may lose access to the stream. */
const isNarrowed = (before: Privacy, after: Privacy): boolean =>
  after.invite_only > before.invite_only || after.is_web_public < before.is_web_public

/** The row of the stream after the change, or a refusal. */
async function wantedStream(turn: Turn, accessed: AccessedStream, input: UpdateInput): Promise<StreamRow> {
  const { stream } = accessed
  if (input.message_retention_days !== undefined) assertOwner(turn.actor)
  const description = input.description === undefined ? stream.description : streamDescription(input.description)
  const privacy = wantedPrivacy(turn, accessed, input)
  if (privacy.invite_only && !stream.invite_only && (await isGrouped(turn.sql, turn.realm_id, stream.id)))
    throw refused('Streams of a default stream group cannot be made private.')
  return {
    ...stream,
    ...privacy,
    name: await wantedName(turn, stream, input.new_name),
    description,
    rendered_description:
      description === stream.description ? stream.rendered_description : await renderedDescription(turn, description),
    stream_post_policy:
      input.stream_post_policy ?? legacyPolicy(input.is_announcement_only) ?? stream.stream_post_policy,
    message_retention_days:
      input.message_retention_days === undefined
        ? stream.message_retention_days
        : retention(input.message_retention_days),
  }
}

/** The name after the change, or a refusal. Names are unique in any case, but a stream may change the case of its own. */
async function wantedName({ cached, actor }: Turn, stream: StreamRow, new_name: string | undefined): Promise<string> {
  if (new_name === undefined) return stream.name
  const name = streamName(new_name)
  if (name === stream.name) throw refused('Stream already has that name!')
  if (foldCase(name) !== foldCase(stream.name) && (await findStream(cached, actor, { name })) !== null)
    throw refused(`Stream name '${name}' is already taken.`, { reason: 'name_taken' })
  return name
}

const legacyPolicy = (is_announcement_only: boolean | undefined): number | undefined =>
  is_announcement_only === undefined
    ? undefined
    : is_announcement_only
      ? postPolicy.administrators
      : postPolicy.everyone

const update = (stream: StreamRow): Fragment => fragment`
  update stream set
    name = ${stream.name},
    name_key = ${foldCase(stream.name)},
    description = ${stream.description},
    rendered_description = ${stream.rendered_description},
    invite_only = ${stream.invite_only},
    is_web_public = ${stream.is_web_public},
    history_public_to_subscribers = ${stream.history_public_to_subscribers},
    stream_post_policy = ${stream.stream_post_policy},
    message_retention_days = ${stream.message_retention_days}
  where id = ${stream.id}`

/** Archives a stream. Administrators only (endpoints, Archiving). */
export async function archiveStream(turn: Turn, input: { stream_id: number }): Promise<Change> {
  const { stream } = await accessToAdminister(turn, input)
  return { ...(await archiveStreams(turn, [stream.id])), result: {} }
}
