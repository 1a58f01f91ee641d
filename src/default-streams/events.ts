import { removeFromGroups } from './writes'
import { tell, type Step, type OutgoingEvent, type Turn } from '../core/turn/change'
import { foldCase } from '../core/base/unicode'
import type { ListedStream } from '../streams/queries'
import { stream } from '../streams/schema'
import { members } from '../users/audience'
import { defaultStreamGroups, listedDefaults, type DefaultStreamGroup } from './queries'
import { group } from './schema'

type TurnReads = Pick<Turn, 'cached' | 'realm_id'>

/** The event that sends all default streams to members. */
export const defaultStreamsEvent = async (turn: TurnReads, streams: readonly ListedStream[]): Promise<OutgoingEvent> =>
  tell(await members(turn), { type: 'default_streams', default_streams: byName(streams).map(stream) })

/** The event that sends all default stream groups to members. */
export const defaultStreamGroupsEvent = async (
  turn: TurnReads,
  groups: readonly DefaultStreamGroup[],
): Promise<OutgoingEvent> =>
  tell(await members(turn), {
    type: 'default_stream_groups',
    default_stream_groups: byName(groups.map((one) => ({ ...one, streams: byName(one.streams) }))).map(group),
  })

/** Sorted by folded name, as the database sorts. */
const byName = <T extends { name: string }>(named: readonly T[]): T[] =>
  named.toSorted((a, b) => (foldCase(a.name) < foldCase(b.name) ? -1 : 1))

/** The step that takes archived streams out of all groups, with the events about default streams (endpoints, Archiving). */
export async function dropDefaults(turn: Turn, stream_ids: readonly number[]): Promise<Step> {
  const { sql, realm_id } = turn
  const archived = new Set(stream_ids)
  const stays = ({ id }: { id: number }): boolean => !archived.has(id)
  const [defaults, groups] = [await listedDefaults(sql, realm_id), await defaultStreamGroups(sql, realm_id)]
  const events: OutgoingEvent[] = []
  if (!defaults.every(stays)) events.push(await defaultStreamsEvent(turn, defaults.filter(stays)))
  const isGrouped = !groups.every(({ streams }) => streams.every(stays))
  if (isGrouped)
    events.push(
      await defaultStreamGroupsEvent(
        turn,
        groups.map((one) => ({ ...one, streams: one.streams.filter(stays) })),
      ),
    )
  return { writes: isGrouped ? [removeFromGroups(realm_id, stream_ids)] : [], events }
}
