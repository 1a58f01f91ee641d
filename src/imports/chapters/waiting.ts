import { recordLimits, type Records } from '../../archive/records'
import { lackOfRoom } from '../../accounts/limit-room'
import { roles } from '../../accounts/roles'
import { hashOfKey, newKey } from '../../auth/keys'
import { refused } from '../../core/base/errors'
import { parsedJson } from '../../core/base/json'
import { fragment } from '../../core/sql/sql'
import type { DraftRow } from '../../drafts/queries'
import { storeDrafts } from '../../drafts/writes'
import { openByInviter, type NewInvitation } from '../../invites/queries'
import { insertInvitations } from '../../invites/writes'
import type { ScheduledMessage } from '../../scheduled/queries'
import { parsedAddress } from '../../users/email'
import { contentHere, filesIn, pathsOf } from '../content'
import type { Batch, BatchStep, Reference } from '../batch'

/** A text that waits in a place: a draft, or a scheduled message. */
interface Waiting {
  type: string
  recipients: readonly number[]
  topic: string
  content: string
}

/** References of a text to its place. */
const placeOf = ({ type, recipients }: Waiting): Reference[] =>
  recipients.map((id) => ({ kind: type === 'stream' ? 'stream' : 'user', id, field: 'recipients' }))

const recipientsHere = <R>(batch: Batch<R>, { type, recipients }: Waiting): number[] =>
  recipients.map((id) => batch.idOf(type === 'stream' ? 'stream' : 'user', id))

/** Refuses texts that are too long, or that have more than one stream. */
function assertWaiting<R extends Waiting>(batch: Batch<R>): void {
  for (const [index, { type, recipients, content }] of batch.records.entries()) {
    if (Buffer.byteLength(content) > recordLimits.contentBytes)
      batch.refuse(index, 'content', `The text is longer than ${recordLimits.contentBytes} bytes`)
    if (type === 'stream' && recipients.length > 1) batch.refuse(index, 'recipients', 'There is more than one stream')
    if (type === '' && recipients.length > 0) batch.refuse(index, 'recipients', 'A draft without a type has none')
  }
}

const pathsIn = <R extends Waiting>(batch: Batch<R>) =>
  pathsOf(
    batch.turn.sql,
    batch.records.flatMap(({ content }) => filesIn(content)).map((id) => batch.idOf('file', id)),
  )

export async function writeDrafts(batch: Batch<Records['drafts']>): Promise<BatchStep> {
  assertWaiting(batch)
  const [paths] = await Promise.all([
    pathsIn(batch),
    batch.assertReferences((record) => [{ kind: 'user', id: record.user_id, field: 'user_id' }, ...placeOf(record)]),
  ])
  const drafts = batch.records.map((record): DraftRow => ({
    id: batch.turn.next('draft'),
    user_id: batch.idOf('user', record.user_id),
    type: record.type,
    to: recipientsHere(batch, record),
    topic: record.topic,
    content: contentHere(batch, record.content, paths),
    edited_at: Math.min(record.edited_at, batch.turn.now),
  }))
  return { writes: [storeDrafts(drafts)], rows: 2 * drafts.length }
}

/** Messages and reminders for later. Those whose time has passed are left out, because they would be sent at once. */
export async function writeScheduledMessages(batch: Batch<Records['scheduled_messages']>): Promise<BatchStep> {
  const { turn } = batch
  const { now, realm_id, facts } = turn
  assertWaiting(batch)
  const [paths] = await Promise.all([
    pathsIn(batch),
    batch.assertReferences((record) => [
      { kind: 'user', id: record.sender_id, field: 'sender_id' },
      ...placeOf(record),
    ]),
  ])
  const scheduled = batch.records.flatMap((record, index): { id: number; message: ScheduledMessage }[] => {
    const { widget_content } = record
    if (record.recipients.length === 0) batch.refuse(index, 'recipients', 'There is none')
    if (widget_content !== undefined && parsedJson(widget_content) === undefined)
      batch.refuse(index, 'widget_content', 'A widget is JSON')
    if (record.deliver_at <= now) {
      batch.note(index, 'The time has passed: the scheduled message is left out')
      return []
    }
    const sender_id = batch.idOf('user', record.sender_id)
    const to = recipientsHere(batch, record)
    const message: ScheduledMessage = {
      sender_id,
      deliver_at: record.deliver_at,
      isReminder: record.is_reminder,
      message: {
        type: record.type,
        to: JSON.stringify(record.type === 'stream' ? to[0] : to),
        topic: record.topic,
        content: contentHere(batch, record.content, paths),
        ...(widget_content !== undefined && { widget_content }),
      },
      origin: facts.origin,
      client: record.client,
    }
    return [{ id: turn.next('scheduled_message'), message }]
  })
  const rows = scheduled.map(({ id, message }) => [id, message.sender_id, message.deliver_at, JSON.stringify(message)])
  return {
    writes: [
      fragment`
        insert into scheduled_message (id, realm_id, sender_id, deliver_at, scheduled)
        select value ->> 0, ${realm_id}, value ->> 1, value ->> 2, value ->> 3 from json_each(${JSON.stringify(rows)})`,
    ],
    rows: 3 * rows.length,
    ...(scheduled.length > 0 && { wakesAt: Math.min(...scheduled.map(({ message }) => message.deliver_at)) }),
  }
}

/** Invitations with new keys. People who were invited by address get a new link when somebody resends the invitation. */
export async function writeInvitations(batch: Batch<Records['invitations']>): Promise<BatchStep> {
  const { turn, source } = batch
  const { now, realm_id } = turn
  await batch.assertReferences(({ inviter_id, streams }) => [
    { kind: 'user', id: inviter_id, field: 'inviter_id' },
    ...streams.map((id): Reference => ({ kind: 'stream', id, field: 'streams' })),
  ])
  const lack = await lackOfRoom(turn, 'openInvitations', batch.records.length, openByInviter(realm_id, now))
  if (lack !== null) throw refused(lack)
  const invitations = batch.records.flatMap((record, index): NewInvitation[] => {
    const email = record.email === null ? null : parsedAddress(record.email)
    const isPast = record.expires_at !== null && record.expires_at <= now
    if (isPast || (record.email !== null && email === null)) {
      batch.note(index, isPast ? 'The invitation has expired' : 'The address is malformed')
      return []
    }
    const isPromotion = record.invited_as === roles.owner && !source.plan.keep_roles
    if (isPromotion) batch.note(index, 'The invitation is for an administrator now')
    const key = newKey()
    return [
      {
        id: turn.next('invitation'),
        inviter_id: batch.idOf('user', record.inviter_id),
        email,
        key_hash: hashOfKey(key),
        link_key: email === null ? key : null,
        invited_as: isPromotion ? roles.administrator : record.invited_as,
        stream_ids: JSON.stringify(record.streams.map((id) => batch.idOf('stream', id))),
        created_at: Math.min(record.created_at, now),
        expires_at: record.expires_at,
      },
    ]
  })
  return { writes: [insertInvitations(realm_id, invitations)], rows: 4 * invitations.length }
}
