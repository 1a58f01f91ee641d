import type { Records } from '../../archive/records'
import { assertRoom } from '../../accounts/limit-room'
import { countUse } from '../../accounts/limit-use'
import { webhookInterfaces } from '../../accounts/types'
import { newKey } from '../../auth/keys'
import { jsonLists } from '../../core/sql/json-lists'
import { fragment } from '../../core/sql/sql'
import type { Batch, BatchStep, Reference } from '../batch'

type BotRecord = Records['bots']

/** Bytes of the data of one bot's configuration (src/bots/config-data.ts). */
const maxConfigBytes = 10_000

const stream = (id: number | null, field: string): Reference[] => (id === null ? [] : [{ kind: 'stream', id, field }])

/** Settings and stored data of bots. What they store counts for whoever imports, not for their owners. */
export async function writeBots(batch: Batch<BotRecord>): Promise<BatchStep> {
  const { turn, records } = batch
  const { actor } = turn
  const entries = records.flatMap(({ user_id, storage }) =>
    Object.entries(storage).map(([key, value]) => {
      const size = Buffer.byteLength(key) + Buffer.byteLength(value)
      return { user_id: batch.idOf('user', user_id), key, value, size }
    }),
  )
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  await Promise.all([
    batch.assertReferences((record) => [
      { kind: 'user', id: record.user_id, field: 'user_id' },
      ...stream(record.default_sending_stream_id, 'default_sending_stream_id'),
      ...stream(record.default_events_register_stream_id, 'default_events_register_stream_id'),
    ]),
    assertRoom(turn, 'botStorage', bytes),
  ])
  const bots = records.map((record, index) => {
    const config_data = JSON.stringify(record.config_data)
    if (config_data.length > maxConfigBytes) batch.refuse(index, 'config_data', 'The configuration is too long')
    const streamHere = (id: number | null) => (id === null ? null : batch.idOf('stream', id))
    const payload_url = addressOf(batch, index, record)
    return {
      user_id: batch.idOf('user', record.user_id),
      default_sending_stream_id: streamHere(record.default_sending_stream_id),
      default_events_register_stream_id: streamHere(record.default_events_register_stream_id),
      default_all_public_streams: record.default_all_public_streams,
      payload_url,
      interface: payload_url === null ? null : interfaceOf(record),
      token: payload_url === null ? null : newKey(),
      config_data,
    }
  })
  return {
    writes: [
      ...jsonLists(bots).map(
        ({ json }) => fragment`
          insert or replace into bot (
            user_id, default_sending_stream_id, default_events_register_stream_id, default_all_public_streams,
            payload_url, interface, token, config_data
          )
          select
            value ->> 'user_id', value ->> 'default_sending_stream_id', value ->> 'default_events_register_stream_id',
            value ->> 'default_all_public_streams', value ->> 'payload_url', value ->> 'interface', value ->> 'token',
            value ->> 'config_data'
          from json_each(${json})`,
      ),
      ...jsonLists(entries).map(
        ({ json }) => fragment`
          insert or replace into bot_storage (user_id, key, value, size, charged_to)
          select value ->> 'user_id', value ->> 'key', value ->> 'value', value ->> 'size', ${actor.id}
          from json_each(${json})`,
      ),
      countUse('botStorage', { user_id: actor.id, amount: bytes }),
    ],
    rows: bots.length + 2 * entries.length + 1,
  }
}

function addressOf(batch: Batch<BotRecord>, index: number, { payload_url }: BotRecord): string | null {
  if (payload_url === null) return null
  if (/^https?:\/\//i.test(payload_url) && URL.canParse(payload_url)) return payload_url
  batch.note(index, 'The address that the bot posts to is malformed')
  return null
}

const interfaceOf = (record: BotRecord): number =>
  record.interface === webhookInterfaces.slack ? webhookInterfaces.slack : webhookInterfaces.generic
