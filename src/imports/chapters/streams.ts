import type { Records } from '../../archive/records'
import { assertRoom, assertWithin } from '../../accounts/limit-room'
import { countUse } from '../../accounts/limit-use'
import { foldCase } from '../../core/base/unicode'
import { fragment, type Fragment, type Sql } from '../../core/sql/sql'
import { longestDescription, longestStreamName } from '../../streams/names'
import type { Batch, BatchStep, Reference } from '../batch'
import { rendererFor } from '../rendering'
import { streamSettings } from '../stored-settings'
import { tidyLine } from '../tidy-names'

type StreamRecord = Records['streams']

/** Streams, archived ones included. Their subscribers come later. */
export async function writeStreams(batch: Batch<StreamRecord>): Promise<BatchStep> {
  const { turn, records } = batch
  const { realm_id, actor, sql, now } = turn
  const names = records.map(({ name }) => tidyLine(name, longestStreamName))
  const descriptions = records.map(({ description }) => tidyLine(description, longestDescription))
  const [, , , present, renderer] = await Promise.all([
    batch.assertFree('stream', ({ id }) => id),
    batch.assertReferences(({ creator_id }) =>
      creator_id === null ? [] : [{ kind: 'user', id: creator_id, field: 'creator_id' }],
    ),
    assertRoom(turn, 'streams', records.length),
    presentStreams(sql, realm_id),
    rendererFor(turn, descriptions),
  ])
  const isDefault = ({ is_default, is_archived }: StreamRecord): boolean => is_default && !is_archived
  assertWithin('defaultStreams', present.defaults + records.filter(isDefault).length)
  const keys = new Set(present.keys)
  const streams = records.map((record, index) => {
    const name = names[index]!
    if (name === '') batch.refuse(index, 'name', 'The name has no printable character')
    if (name !== record.name) batch.note(index, `The stream is called ${name} here`)
    if (!record.is_archived && keys.has(foldCase(name))) batch.refuse(index, 'name', 'Another stream has this name')
    if (!record.is_archived) keys.add(foldCase(name))
    if (record.invite_only && record.is_web_public)
      batch.refuse(index, 'is_web_public', 'A private stream cannot be web-public')
    const days = record.message_retention_days
    if (days !== null && days !== -1 && !(days >= 1 && days < 2 ** 31))
      batch.refuse(index, 'message_retention_days', 'Days are null, -1 or from 1')
    return {
      id: batch.idOf('stream', record.id),
      name,
      name_key: foldCase(name),
      description: descriptions[index]!,
      rendered_description: renderer(descriptions[index]!, { isDescription: true }).html,
      date_created: Math.min(record.date_created, now),
      creator_id: record.creator_id === null ? null : batch.idOf('user', record.creator_id),
      invite_only: record.invite_only,
      is_web_public: record.is_web_public,
      history_public_to_subscribers: record.history_public_to_subscribers,
      stream_post_policy: record.stream_post_policy,
      message_retention_days: days,
      is_default: isDefault(record),
      deactivated: record.is_archived,
    }
  })
  return {
    writes: [
      fragment`
        insert into stream (
          id, realm_id, name, name_key, description, rendered_description, date_created, creator_id, invite_only,
          is_web_public, history_public_to_subscribers, stream_post_policy, message_retention_days, is_default, deactivated
        )
        select
          value ->> 'id', ${realm_id}, value ->> 'name', value ->> 'name_key', value ->> 'description',
          value ->> 'rendered_description', value ->> 'date_created', value ->> 'creator_id', value ->> 'invite_only',
          value ->> 'is_web_public', value ->> 'history_public_to_subscribers', value ->> 'stream_post_policy',
          value ->> 'message_retention_days', value ->> 'is_default', value ->> 'deactivated'
        from json_each(${JSON.stringify(streams)})`,
      countUse('streams', { user_id: actor.id, amount: streams.length }),
      ...noticeStreams(batch),
    ],
    rows: 2 * streams.length + 2,
  }
}

async function presentStreams(sql: Sql, realm_id: number): Promise<{ keys: string[]; defaults: number }> {
  const rows = await sql`
    select name_key, is_default from stream where realm_id = ${realm_id} and not deactivated
  `.all<{ name_key: string; is_default: number }>()
  return { keys: rows.map(({ name_key }) => name_key), defaults: rows.filter(({ is_default }) => is_default).length }
}

/** Settings of the organization that name streams of this batch. */
function noticeStreams(batch: Batch<StreamRecord>): Fragment[] {
  const { source, records, turn } = batch
  return streamSettings.flatMap((name) => {
    const id = source.plan.realm?.settings[name]
    const found = records.find((record) => record.id === id && !record.is_archived)
    return found === undefined ? [] : [setStream(turn.realm_id, name, batch.idOf('stream', found.id))]
  })
}

const setStream = (realm_id: number, name: (typeof streamSettings)[number], id: number): Fragment => fragment`
  update realm set settings = json_set(settings, ${`$.${name}`}, ${id}) where id = ${realm_id}`

/** Sets of streams that new users can choose. */
export async function writeDefaultStreamGroups(batch: Batch<Records['default_stream_groups']>): Promise<BatchStep> {
  const { turn, records } = batch
  const { realm_id, sql } = turn
  const [, , present] = await Promise.all([
    batch.assertFree('stream_group', ({ id }) => id),
    batch.assertReferences(({ streams }) => streams.map((id): Reference => ({ kind: 'stream', id, field: 'streams' }))),
    sql`select name_key from default_stream_group where realm_id = ${realm_id}`.all<{ name_key: string }>(),
  ])
  assertWithin('defaultStreamGroups', present.length + records.length)
  const keys = new Set(present.map(({ name_key }) => name_key))
  const groups = records.map((record, index) => {
    const name = tidyLine(record.name, longestStreamName)
    if (name === '' || keys.has(foldCase(name)))
      batch.refuse(index, 'name', 'The name is empty, or another group has it')
    keys.add(foldCase(name))
    const description = tidyLine(record.description, longestDescription)
    return { id: batch.idOf('stream_group', record.id), name, name_key: foldCase(name), description }
  })
  const pairs = records.flatMap(({ streams }, index) =>
    [...new Set(streams)].map((id) => [groups[index]!.id, batch.idOf('stream', id)]),
  )
  return {
    writes: [
      fragment`
        insert into default_stream_group (id, realm_id, name, name_key, description)
        select value ->> 'id', ${realm_id}, value ->> 'name', value ->> 'name_key', value ->> 'description'
        from json_each(${JSON.stringify(groups)})`,
      fragment`
        insert into default_stream_group_member (group_id, stream_id)
        select value ->> 0, value ->> 1 from json_each(${JSON.stringify(pairs)})`,
    ],
    rows: 2 * groups.length + pairs.length,
  }
}
