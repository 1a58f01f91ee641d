import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { characterCount, foldCase, unprintable } from '../core/base/unicode'
import { invalidStreamName, longestDescription } from '../streams/names'
import { streamsByName, type ListedStream } from '../streams/queries'
import { assertWithin } from '../accounts/limit-room'
import { assertAdministrator } from '../accounts/roles'
import { defaultStreamGroups, type DefaultStreamGroup } from './queries'
import { defaultStreamGroupsEvent } from './events'

const longestGroupName = 60
const maxStreams = 50

/** Creates a group of streams that clients offer to new users (endpoints, Default streams). */
export async function createDefaultStreamGroup(
  turn: Turn,
  input: { group_name: string; description: string; stream_names: string[] },
): Promise<Change> {
  const { groups } = await accessGroups(turn)
  const name = groupName(input.group_name, groups)
  const description = groupDescription(input.description)
  assertWithin('defaultStreamGroups', groups.length + 1)
  const streams = await namedStreams(turn, input.stream_names)
  for (const stream of streams) assertGroupable(stream)
  assertFew(streams)
  const group = { id: turn.next('default_stream_group'), name, description, streams }
  return {
    writes: [
      fragment`
        insert into default_stream_group (id, realm_id, name, name_key, description)
        values (${group.id}, ${turn.realm_id}, ${name}, ${foldCase(name)}, ${description})`,
      insertMembers(group.id, streams),
    ],
    events: [await defaultStreamGroupsEvent(turn, [...groups, group])],
    result: {},
  }
}

/** Changes name, description or both of a group. */
export async function updateDefaultStreamGroup(
  turn: Turn,
  input: { group_id: number; new_group_name?: string | undefined; new_description?: string | undefined },
): Promise<Change> {
  const { groups, group } = await accessGroups(turn, input.group_id)
  if (input.new_group_name === undefined && input.new_description === undefined)
    throw refused('You must pass "new_description" or "new_group_name".')
  if (input.new_group_name?.trim() === group.name)
    throw refused(`This default stream group is already named '${group.name}'`)
  const others = groups.filter(({ id }) => id !== group.id)
  const name = input.new_group_name === undefined ? group.name : groupName(input.new_group_name, others)
  const description = groupDescription(input.new_description ?? group.description)
  return {
    writes: [
      fragment`
        update default_stream_group set name = ${name}, name_key = ${foldCase(name)}, description = ${description}
        where id = ${group.id}`,
    ],
    events: [await defaultStreamGroupsEvent(turn, [...others, { ...group, name, description }])],
    result: {},
  }
}

/** Adds streams to a group or removes them, all of them or none. */
export async function changeDefaultStreamGroup(
  turn: Turn,
  { group_id, op, stream_names }: { group_id: number; op: 'add' | 'remove'; stream_names: string[] },
): Promise<Change> {
  const { groups, group } = await accessGroups(turn, group_id)
  const streams = await namedStreams(turn, stream_names)
  const present = new Set(group.streams.map(({ id }) => id))
  for (const stream of streams) {
    if (op === 'add') assertGroupable(stream)
    if (present.has(stream.id) === (op === 'add'))
      throw refused(
        `Stream '${stream.name}' is ${op === 'add' ? 'already' : 'not'} present in default stream group '${group.name}'`,
      )
  }
  const named = new Set(streams.map(({ id }) => id))
  const remaining = op === 'add' ? [...group.streams, ...streams] : group.streams.filter(({ id }) => !named.has(id))
  assertFew(remaining)
  return {
    writes: [op === 'add' ? insertMembers(group_id, streams) : deleteMembers(group_id, [...named])],
    events: [await defaultStreamGroupsEvent(turn, replaceGroup(groups, { ...group, streams: remaining }))],
    result: {},
  }
}

export async function deleteDefaultStreamGroup(turn: Turn, { group_id }: { group_id: number }): Promise<Change> {
  const { groups } = await accessGroups(turn, group_id)
  return {
    writes: [
      fragment`delete from default_stream_group_member where group_id = ${group_id}`,
      fragment`delete from default_stream_group where id = ${group_id}`,
    ],
    events: [
      await defaultStreamGroupsEvent(
        turn,
        groups.filter(({ id }) => id !== group_id),
      ),
    ],
    result: {},
  }
}

/** All groups, and the one with this id. Refuses actors who are no administrators. */
async function accessGroups(turn: Turn): Promise<{ groups: DefaultStreamGroup[] }>
async function accessGroups(
  turn: Turn,
  group_id: number,
): Promise<{ groups: DefaultStreamGroup[]; group: DefaultStreamGroup }>
async function accessGroups({ actor, sql, realm_id }: Turn, group_id?: number) {
  assertAdministrator(actor)
  const groups = await defaultStreamGroups(sql, realm_id)
  const group = groups.find(({ id }) => id === group_id)
  if (group_id !== undefined && group === undefined)
    throw refused(`Default stream group with id '${group_id}' does not exist.`)
  return { groups, group }
}

/** A name as it is stored. Refuses one that another group has in any case. */
function groupName(raw: string, others: readonly DefaultStreamGroup[]): string {
  const name = raw.trim()
  if (name === '') throw refused("Default stream group name can't be empty")
  if (characterCount(name) > longestGroupName)
    throw refused(`Default stream group name too long (limit: ${longestGroupName} characters)`)
  if (unprintable.test(name)) throw refused('Invalid character in default stream group name')
  if (others.some((other) => foldCase(other.name) === foldCase(name)))
    throw refused(`Default stream group '${name}' already exists`)
  return name
}

function groupDescription(description: string): string {
  if (characterCount(description) > longestDescription)
    throw refused(`description is too long (limit: ${longestDescription} characters)`)
  return description
}

/** The named streams, each once. Refuses unknown ones. */
async function namedStreams({ sql, realm_id }: Turn, names: readonly string[]): Promise<ListedStream[]> {
  const found = await streamsByName(
    sql,
    realm_id,
    names.map((name) => name.trim()),
  )
  const streams = new Map<number, ListedStream>()
  for (const name of names) {
    const stream = found.get(foldCase(name.trim()))
    if (stream === undefined) throw invalidStreamName(name)
    streams.set(stream.id, stream)
  }
  return [...streams.values()]
}

/**
 * Refuses a default stream, because new users are subscribed to it anyway, and a private one, because not everybody may join it.
 */
function assertGroupable({ name, is_default, invite_only }: ListedStream): void {
  if (is_default) throw refused(`'${name}' is a default stream and cannot be added to a default stream group`)
  if (invite_only) throw refused(`Private streams cannot be in a default stream group.`)
}

function assertFew(streams: readonly ListedStream[]): void {
  if (streams.length > maxStreams) throw refused(`Too many streams in a default stream group (limit: ${maxStreams})`)
}

const replaceGroup = (groups: readonly DefaultStreamGroup[], group: DefaultStreamGroup): DefaultStreamGroup[] =>
  groups.map((other) => (other.id === group.id ? group : other))

const insertMembers = (group_id: number, streams: readonly ListedStream[]): Fragment => fragment`
  insert into default_stream_group_member (group_id, stream_id)
  select ${group_id}, value from json_each(${JSON.stringify(streams.map(({ id }) => id))})`

const deleteMembers = (group_id: number, stream_ids: readonly number[]): Fragment => fragment`
  delete from default_stream_group_member
  where group_id = ${group_id} and stream_id in (select value from json_each(${JSON.stringify(stream_ids)}))`
