import { describe, expect, test } from 'vitest'
import { zulip } from '../../import/zulip/index.ts'
import { convert, talk } from '../kit/conversion.ts'
import { ada, bo, message, noon, recipients, userMessage, zulipExport } from '../kit/zulip-export.ts'

const [newAda, newBo, newBot, newSystemBot] = [101, 102, 103, 104]
const [plans, secret] = [101, 102]

const plansMessage = (id: number, content: string, row: Record<string, unknown> = {}) =>
  message(id, ada.id, recipients.plans, content, { subject: 'boats', ...row })

test('a message keeps its id, and everything that it has', async () => {
  const { records } = await convert(
    zulip,
    zulipExport({
      changes: {
        zerver_reaction: [
          {
            id: 1,
            message: 500,
            user_profile: bo.id,
            emoji_name: 'tada',
            emoji_code: '1f389',
            reaction_type: 'unicode_emoji',
          },
          {
            id: 2,
            message: 500,
            user_profile: bo.id,
            emoji_name: 'tada',
            emoji_code: '1f389',
            reaction_type: 'unicode_emoji',
          },
          {
            id: 3,
            message: 500,
            user_profile: ada.id,
            emoji_name: 'zulip',
            emoji_code: 'zulip',
            reaction_type: 'zulip_extra_emoji',
          },
          {
            id: 4,
            message: 500,
            user_profile: ada.id,
            emoji_name: 'x',
            emoji_code: '77',
            reaction_type: 'realm_emoji',
          },
        ],
      },
      messages: [
        plansMessage(500, '/me **sails**', {
          last_edit_time: noon + 600.75,
          edit_history: JSON.stringify([
            {
              user_id: ada.id,
              timestamp: noon + 600,
              prev_topic: 'ships',
              topic: 'boats',
              prev_stream: 21,
              stream: 20,
            },
            { user_id: bo.id, timestamp: noon + 550, prev_content: 'saild', prev_rendered_content: '<p>saild</p>' },
          ]),
        }),
      ],
    }),
  )
  expect(records.messages).toEqual([
    {
      id: 500,
      sender_id: newAda,
      stream_id: plans,
      conversation_id: null,
      topic: 'boats',
      content: '/me **sails**',
      sent_at: noon + 500,
      client: 'website',
      is_me_message: true,
      wildcard_mentioned: false,
      is_quiet: false,
      submessages: [],
      reactions: [
        { user_id: newBo, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' },
        { user_id: newAda, emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
      ],
      last_edit_at: noon + 600,
      edit_history: [
        {
          user_id: newAda,
          timestamp: noon + 600,
          prev_topic: 'ships',
          topic: 'boats',
          prev_stream: secret,
          stream: plans,
        },
        { user_id: newBo, timestamp: noon + 550, prev_content: 'saild' },
      ],
      files: [],
    },
  ])
})

test('edits of versions before 5.0 get what came after them', async () => {
  const { records } = await convert(
    zulip,
    zulipExport({
      messages: [
        plansMessage(1, 'now', {
          edit_history: [
            { user_id: ada.id, timestamp: noon, prev_subject: 'second' },
            { user_id: ada.id, timestamp: noon - 1, prev_content: 'then' },
            { user_id: null, timestamp: noon - 2, prev_subject: 'first' },
            { timestamp: 'never' },
          ],
        }),
      ],
    }),
  )
  expect(records.messages[0]!.edit_history).toEqual([
    { user_id: newAda, timestamp: noon, prev_topic: 'second', topic: 'boats' },
    { user_id: newAda, timestamp: noon - 1, prev_content: 'then' },
    { user_id: null, timestamp: noon - 2, prev_topic: 'first', topic: 'second' },
  ])
})

test('private messages are in the conversation of their members, whatever kind of recipient they have', async () => {
  const conversion = await convert(
    zulip,
    zulipExport({
      messages: [
        message(1, ada.id, recipients.bo, 'hello'),
        message(2, bo.id, recipients.ada, 'hi'),
        message(3, ada.id, recipients.ada, 'a note'),
        message(4, bo.id, recipients.group, 'all three'),
        message(5, 3, recipients.ada, 'Welcome!'),
        message(6, ada.id, 103, 'thanks'),
        message(7, ada.id, 999, 'lost'),
        message(8, 999, recipients.ada, 'lost'),
      ],
      userMessages: [
        userMessage(bo.id, 1, 1),
        userMessage(ada.id, 2, 0),
        userMessage(ada.id, 4, 8),
        userMessage(ada.id, 5, 1),
      ],
    }),
  )
  expect(conversion.records.conversations).toEqual([
    { id: 103, members: [newAda, newBo], unread_from: { [newAda]: 2 } },
    { id: 104, members: [newAda], unread_from: {} },
    { id: 105, members: [newAda, newBo, newBot], unread_from: { [newAda]: 4 } },
    { id: 106, members: [newAda, newSystemBot], unread_from: {} },
  ])
  expect(talk(conversion)).toEqual({
    'Ada Park, Bo Li': { '': ['Ada Park: hello', 'Bo Li: hi'] },
    'Ada Park': { '': ['Ada Park: a note'] },
    'Ada Park, Bo Li, Build Bot': { '': ['Bo Li: all three'] },
    'Ada Park, Notification Bot': { '': ['Notification Bot: Welcome!', 'Ada Park: thanks'] },
  })
  expect(conversion.records.marks).toEqual([{ user_id: newAda, read: [], flags: [[4, 8]] }])
  expect(conversion.skipped).toEqual({ 'messages to unknown recipients': 1, 'messages of unknown senders': 1 })
})

test('polls of later versions come along', async () => {
  const { records } = await convert(
    zulip,
    zulipExport({
      changes: {
        zerver_submessage: [
          { id: 2, message: 1, sender: bo.id, msg_type: 'widget', content: '{"type":"vote"}' },
          { id: 1, message: 1, sender: ada.id, msg_type: 'widget', content: '{"widget_type":"poll"}' },
          { id: 3, message: 1, sender: bo.id, msg_type: 'widget', content: `{"type":"vote","key":"${ada.id},0"}` },
        ],
      },
      messages: [plansMessage(1, '/poll Lunch?')],
    }),
  )
  expect(records.messages[0]!.submessages).toEqual([
    { sender_id: newAda, msg_type: 'widget', content: '{"widget_type":"poll"}' },
    { sender_id: newBo, msg_type: 'widget', content: '{"type":"vote"}' },
    { sender_id: newBo, msg_type: 'widget', content: `{"type":"vote","key":"${newAda},0"}` },
  ])
})

describe('ids of messages', () => {
  test('stay, and times that go back a little follow them', async () => {
    const { records, warnings } = await convert(
      zulip,
      zulipExport({
        messages: [plansMessage(1, 'a', { date_sent: noon + 5 }), plansMessage(2, 'b', { date_sent: noon + 3 })],
      }),
    )
    expect(records.messages.map(({ id, sent_at }) => [id, sent_at])).toEqual([
      [1, noon + 5],
      [2, noon + 5],
    ])
    expect(warnings).toEqual([])
  })

  test('are assigned again if they do not grow with time, and everything refers to the new ones', async () => {
    const { records, warnings } = await convert(
      zulip,
      zulipExport({
        messages: [
          plansMessage(7, 'late, see #narrow/stream/20-plans/topic/boats/near/9', { date_sent: noon + 9000 }),
          plansMessage(8, 'middle', { date_sent: noon + 100 }),
          plansMessage(9, 'early', { date_sent: noon }),
        ],
        userMessages: [userMessage(bo.id, 7, 2), userMessage(bo.id, 8, 0), userMessage(bo.id, 9, 1)],
      }),
    )
    expect(records.messages.map(({ id, content }) => [id, content])).toEqual([
      [1, 'early'],
      [2, 'middle'],
      [3, 'late, see /#narrow/stream/101-plans/topic/boats/near/1'],
    ])
    expect(records.subscriptions[1]!.spans[0]!.unread_from).toBe(2)
    expect(records.marks).toEqual([{ user_id: newBo, read: [], flags: [[3, 2]] }])
    expect(warnings).toEqual(['Ids of messages in the export do not grow with time. Messages get new ids.'])
  })

  test('are taken once, and a partial file counts only without the whole one', async () => {
    const { records, skipped, warnings } = await convert(
      zulip,
      zulipExport({
        messages: [plansMessage(1, 'whole'), plansMessage(1, 'again'), plansMessage(0, 'no id')],
        files: {
          'messages-000001.json.partial': { zerver_message: [plansMessage(2, 'partial')] },
          'messages-000002.json.partial': {
            zerver_message: [plansMessage(3, 'interrupted')],
            zerver_userprofile_ids: [10],
          },
        },
      }),
    )
    expect(records.messages.map(({ content }) => content)).toEqual(['whole', 'interrupted'])
    expect(skipped).toEqual({ 'messages without an id of their own': 2 })
    expect(warnings).toHaveLength(1)
  })
})
