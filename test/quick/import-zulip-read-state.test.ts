import { describe, expect, test } from 'vitest'
import { zulip } from '../../import/zulip/index.ts'
import { convert } from '../kit/conversion.ts'
import {
  ada,
  aUser,
  bo,
  bot,
  message,
  noon,
  recipients,
  stream,
  subscription,
  userMessage,
  zulipExport,
} from '../kit/zulip-export.ts'

const [newAda, newBo, newBot] = [101, 102, 103]
const [plans, secret] = [101, 102]

const plansMessage = (id: number, content: string, row: Record<string, unknown> = {}) =>
  message(id, ada.id, recipients.plans, content, { subject: 'boats', ...row })

const unreadOf = async (rows: object[], count = 40) =>
  (
    await convert(
      zulip,
      zulipExport({
        messages: Array.from({ length: count }, (_, index) => plansMessage(index + 1, `message ${index + 1}`)),
        userMessages: rows as never,
      }),
    )
  ).records

const open = (from: number, unread_from: number | null = null) => ({
  from,
  to: null,
  unread_from,
  ended_at: null,
  ended_name: null,
})
const event = (event_type: number, modified_user: number, event_last_message_id: number, event_time = noon) => ({
  id: event_last_message_id * 2,
  event_type,
  modified_user,
  modified_stream: 21,
  event_last_message_id,
  event_time,
})
const secretMessage = (id: number) => message(id, ada.id, recipients.secret, `secret ${id}`, { subject: 'x' })

describe('the read state', () => {
  test('is a line for each subscription, and words for what is read above it', async () => {
    const unread = new Set([30, 33, 34])
    const rows = Array.from({ length: 40 }, (_, index) => userMessage(bo.id, index + 1, Number(!unread.has(index + 1))))
    const { subscriptions, marks } = await unreadOf(rows)
    expect(subscriptions.map(({ user_id, spans }) => [user_id, spans])).toEqual([
      [newAda, []],
      [newBo, [{ from: 1, to: null, unread_from: 30, ended_at: null, ended_name: null }]],
    ])
    // 31 is in the first word; 32 and 35 to 40 are in the second.
    expect(marks).toEqual([
      {
        user_id: newBo,
        read: [
          [0, -(2 ** 31)],
          [1, 0b1_1111_1001],
        ],
        flags: [],
      },
    ])
  })

  test('has the flags of each user', async () => {
    const { marks, messages } = await unreadOf(
      [
        userMessage(ada.id, 1, 1 | 2 | 8 | 16),
        userMessage(bo.id, 2, 1 | 4 | 512 | 1024),
        userMessage(bo.id, 3, 1 | 2048),
      ],
      3,
    )
    expect(marks).toEqual([
      { user_id: newAda, read: [], flags: [[1, 2 | 8]] },
      { user_id: newBo, read: [], flags: [[2, 4 | 32 | 64]] },
    ])
    expect(messages.map(({ wildcard_mentioned }) => wildcard_mentioned)).toEqual([true, false, false])
  })

  test('is none for bots that a program answers for', async () => {
    const { records } = await convert(
      zulip,
      zulipExport({
        changes: {
          zerver_userprofile: [aUser(ada), aUser({ ...bot, is_bot: true, bot_type: 3, bot_owner: ada.id })],
          zerver_subscription: [subscription(bot.id, recipients.plans)],
        },
        messages: [plansMessage(1, 'hello')],
        userMessages: [userMessage(bot.id, 1, 0)],
      }),
    )
    expect(records.subscriptions[0]!.spans).toEqual([
      { from: 1, to: null, unread_from: null, ended_at: null, ended_name: null },
    ])
  })
})

describe('spans', () => {
  test('are those of the audit log', async () => {
    const { records } = await convert(
      zulip,
      zulipExport({
        changes: {
          zerver_subscription: [
            subscription(ada.id, recipients.secret),
            subscription(bo.id, recipients.secret),
            subscription(bot.id, recipients.secret, { active: false }),
          ],
          zerver_realmauditlog: [
            event(301, ada.id, 0),
            event(301, bo.id, 2),
            event(303, bo.id, 4, noon + 4.5),
            event(302, bo.id, 6),
            event(301, bot.id, 3),
            event(303, bot.id, 5, noon + 5),
            { id: 1000, event_type: 215, modified_user: ada.id, modified_stream: null },
          ],
        },
        messages: [1, 2, 3, 4, 5, 6, 7, 8].map(secretMessage),
        userMessages: [userMessage(bo.id, 3, 0), userMessage(bo.id, 8, 0), userMessage(bo.id, 5, 1)],
      }),
    )
    expect(records.subscriptions.map(({ user_id, active, spans }) => [user_id, active, spans])).toEqual([
      [newAda, true, [open(1)]],
      [newBo, true, [{ from: 3, to: 5, unread_from: null, ended_at: noon + 4, ended_name: 'secret' }, open(7, 8)]],
      [newBot, false, [{ from: 4, to: 6, unread_from: null, ended_at: noon + 5, ended_name: 'secret' }]],
    ])
    // Message 5 came to Bo although the log knows of no subscription then.
    expect(records.marks).toEqual([{ user_id: newBo, read: [], flags: [[5, 64 | 256]] }])
  })

  test('follow from the messages that users received where there is no log', async () => {
    const { records } = await convert(
      zulip,
      zulipExport({
        changes: {
          zerver_stream: [
            stream({ id: 20, name: 'plans' }),
            stream({ id: 21, name: 'secret', invite_only: true, history_public_to_subscribers: false }),
          ],
          zerver_subscription: [
            subscription(ada.id, recipients.secret),
            subscription(bo.id, recipients.secret, { active: false }),
            subscription(bot.id, recipients.secret),
            subscription(bot.id, recipients.plans),
          ],
        },
        messages: [1, 2, 3, 4].map(secretMessage),
        userMessages: [
          userMessage(ada.id, 2, 1),
          userMessage(ada.id, 4, 0),
          userMessage(bo.id, 2, 1),
          userMessage(bo.id, 3, 0),
        ],
      }),
    )
    expect(records.subscriptions.map(({ user_id, stream_id, spans }) => [user_id, stream_id, spans])).toEqual([
      [newAda, secret, [open(2, 4)]],
      [newBo, secret, [{ from: 2, to: 4, unread_from: null, ended_at: noon + 3, ended_name: 'secret' }]],
      [newBot, secret, [open(5)]],
      [newBot, plans, []],
    ])
  })
})
