import { describe, expect, test } from 'vitest'
import { slack } from '../../import/slack/index.ts'
import { convert, talk } from '../kit/conversion.ts'
import { threadFields, may22, message, reply, ts, withMessages } from './import-slack/workspace.ts'

describe('threads', () => {
  test('have a topic of their own, to which the talk of the channel links', async () => {
    const conversion = await convert(
      slack,
      withMessages(
        message(1, 'U1', 'good morning'),
        message(
          2,
          'U1',
          'How do we *deploy*? The page says nothing about it at all, as far as I see',
          threadFields(2, 2),
        ),
        reply(3, 2, 'U2', 'by hand'),
        message(4, 'U2', 'lunch?', threadFields(4)),
        reply(86_400, 2, 'U1', 'still?', { subtype: 'thread_broadcast', root: {} }),
        reply(5, 4, 'U1', 'yes'),
        message(6, 'U2', 'Lunch?', threadFields(6)),
        reply(7, 6, 'U1', 'again?'),
        // A thread without replies is no thread.
        message(8, 'U2', 'anybody?', { ...threadFields(8, 0), thread_ts: ts(8) }),
      ),
    )
    const deploy = '2026-05-22 How do we deploy? The page says nothing about it…'
    expect(talk(conversion)).toEqual({
      garden: {
        '2026-05': [
          'Ada Park: good morning',
          `Ada Park: #**garden>${deploy}**`,
          'Bo Li: #**garden>2026-05-22 lunch?**',
          'Bo Li: #**garden>2026-05-22 Lunch? (2)**',
          'Bo Li: anybody?',
          'Ada Park: still?',
        ],
        [deploy]: [
          'Ada Park: How do we **deploy**? The page says nothing about it at all, as far as I see',
          'Bo Li: by hand',
          'Ada Park: still?',
        ],
        '2026-05-22 lunch?': ['Bo Li: lunch?', 'Ada Park: yes'],
        '2026-05-22 Lunch? (2)': ['Bo Li: Lunch?', 'Ada Park: again?'],
      },
    })
    const quiet = conversion.records.messages.filter(({ is_quiet }) => is_quiet)
    expect(quiet.map(({ content }) => content)).toEqual([
      `#**garden>${deploy}**`,
      '#**garden>2026-05-22 lunch?**',
      '#**garden>2026-05-22 Lunch? (2)**',
      'still?',
    ])
  })

  test('whose first message is missing begin with the first reply', async () => {
    const conversion = await convert(
      slack,
      withMessages(
        {
          type: 'message',
          subtype: 'tombstone',
          user: 'USLACKBOT',
          text: 'This message was deleted.',
          ts: ts(1),
          ...threadFields(1),
        },
        reply(90_000, 1, 'U2', 'I see'),
      ),
    )
    expect(talk(conversion)).toEqual({
      garden: { '2026-05': ['Bo Li: #**garden>2026-05-22 I see**'], '2026-05-22 I see': ['Bo Li: I see'] },
    })
    expect(conversion.skipped).toEqual({ tombstone: 1 })
  })
})

describe('messages', () => {
  test('keep edits, reactions and what somebody does', async () => {
    const { records, skipped } = await convert(
      slack,
      withMessages(
        message(1, 'U1', 'done', {
          edited: { user: 'U1', ts: ts(60) },
          reactions: [
            { name: 'thumbsup', users: ['U1', 'U2', 'U88'], count: 3 },
            { name: 'thumbsup::skin-tone-2', users: ['U2', 'U3'], count: 2 },
            { name: 'partyparrot', users: ['U1', 'U2'], count: 2 },
          ],
        }),
        message(2, 'U2', 'waves', { subtype: 'me_message' }),
        message(2, 'U2', 'waves again', { subtype: 'me_message' }),
        message(3, 'U2', 'from the future', { ts: `${may22 + 10 ** 9}.000000` }),
      ),
    )
    expect(records.messages[0]).toMatchObject({
      last_edit_at: may22 + 60,
      client: 'Slack',
      reactions: [
        { user_id: 101, emoji_name: '+1', emoji_code: '1f44d' },
        { user_id: 102, emoji_name: '+1' },
        { user_id: 103, emoji_name: '+1' },
      ],
    })
    expect(records.messages[1]).toMatchObject({ content: '/me waves', is_me_message: true })
    expect(records.messages[2]).toMatchObject({ sent_at: Date.UTC(2026, 10, 1) / 1000, topic: '2026-11' })
    expect(skipped).toEqual({
      'reactions of unknown people': 1,
      'reactions without a picture': 2,
      'repeated messages': 1,
    })
  })

  test('that are notices of Slack are counted by kind', async () => {
    const { records, skipped } = await convert(
      slack,
      withMessages(
        ...['channel_join', 'channel_join', 'channel_topic', 'reminder_add', 'a_new_kind'].map((subtype, index) =>
          message(index + 1, 'U1', 'notice', { subtype }),
        ),
        { type: 'team_join', ts: ts(9) },
        message(10, 'U1', ''),
        { type: 'message', user: 'U1', text: 'when?', ts: 'yesterday' },
        message(11, 'U1', 'pinned', { pinned_to: ['C1'] }),
        'no message',
        null,
      ),
    )
    expect(records.messages.map(({ content }) => content)).toEqual(['pinned'])
    expect(skipped).toEqual({
      channel_join: 2,
      channel_topic: 1,
      reminder_add: 1,
      a_new_kind: 1,
      team_join: 1,
      'messages without text': 1,
      'messages without a time': 1,
      'pinned messages': 1,
    })
  })

  test('prefer blocks of rich text, and show cards of bots but no previews of links', async () => {
    const conversion = await convert(
      slack,
      withMessages(
        message(1, 'U1', 'plain _text_', {
          blocks: [
            {
              type: 'rich_text',
              elements: [
                { type: 'rich_text_section', elements: [{ type: 'text', text: 'rich', style: { bold: true } }] },
              ],
            },
          ],
        }),
        message(2, 'U1', 'see <https://example.com>', {
          attachments: [{ from_url: 'https://example.com', title: 'Example', text: 'long text' }],
        }),
        message(3, 'U5', '', { attachments: [{ title: 'Tide', fields: [{ title: 'Level', value: '3 m' }] }] }),
        message(4, 'U5', 'fallback', { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*other*' } }] }),
        message(5, 'U5', '', { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*only*' } }] }),
        {
          type: 'message',
          subtype: 'file_comment',
          text: 'commented',
          comment: { user: 'U2', comment: 'nice' },
          ts: ts(6),
        },
      ),
    )
    expect(talk(conversion)).toEqual({
      garden: {
        '2026-05': [
          'Ada Park: **rich**',
          'Ada Park: see https://example.com',
          'Tide Bot: **Tide**\n**Level:** 3 m',
          'Tide Bot: fallback',
          'Tide Bot: **only**',
          'Bo Li: nice',
        ],
      },
    })
    expect(conversion.skipped).toEqual({ 'link previews': 1 })
  })

  test('of more than 64 KiB are cut, and lose what cannot be stored', async () => {
    const { records, skipped } = await convert(
      slack,
      withMessages(message(1, 'U1', 'ü'.repeat(40_000)), message(2, 'U1', 'a\0b\uD800c')),
    )
    expect(records.messages[0]!.content.endsWith('ü\n\n[…]')).toBe(true)
    expect(records.messages[1]!.content).toBe('ab\uFFFDc')
    expect(skipped).toEqual({ 'texts cut at 64 KiB': 1 })
  })
})
