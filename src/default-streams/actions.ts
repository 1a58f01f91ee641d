import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { streamInvalidations } from '../streams/invalidation'
import { accessContent, findStream } from '../streams/access'
import { listedStreams } from '../streams/queries'
import { assertWithin } from '../accounts/limit-room'
import { assertAdministrator } from '../accounts/roles'
import { isGrouped, listedDefaults } from './queries'
import { defaultStreamsEvent } from './events'

interface DefaultStreamInput {
  stream_id: number
}

/** Makes a stream a default stream, so that new users are subscribed to it (endpoints, Default streams). */
export async function addDefaultStream(turn: Turn, input: DefaultStreamInput): Promise<Change> {
  const { actor, sql, realm_id } = turn
  assertAdministrator(actor)
  const { stream } = await accessContent(turn, input)
  if (stream.invite_only) throw refused('Private streams cannot be made default.')
  if (stream.is_default) return { writes: [], result: {} }
  if (await isGrouped(sql, realm_id, stream.id)) throw refused(`Stream '${stream.name}' is in a default stream group`)
  const defaults = await listedDefaults(sql, realm_id)
  assertWithin('defaultStreams', defaults.length + 1)
  const added = await listedStreams(sql, [stream.id])
  return {
    writes: [fragment`update stream set is_default = 1 where id = ${stream.id}`],
    events: [await defaultStreamsEvent(turn, [...defaults, ...added])],
    result: {},
    invalidates: streamInvalidations(stream),
  }
}

/** Makes a stream an ordinary one. Also succeeds if it is no default stream (endpoints, Default streams). */
export async function removeDefaultStream(turn: Turn, { stream_id }: DefaultStreamInput): Promise<Change> {
  const { actor, cached, sql, realm_id } = turn
  assertAdministrator(actor)
  const stream = await findStream(cached, actor, { stream_id })
  if (stream === null) throw refused('Invalid stream id')
  if (!stream.is_default) return { writes: [], result: {} }
  const defaults = await listedDefaults(sql, realm_id)
  return {
    writes: [fragment`update stream set is_default = 0 where id = ${stream_id}`],
    events: [
      await defaultStreamsEvent(
        turn,
        defaults.filter(({ id }) => id !== stream_id),
      ),
    ],
    result: {},
    invalidates: streamInvalidations(stream),
  }
}
