import { expect, test } from 'vitest'
import { discord } from '../../import/discord/index.ts'
import { rocketchat } from '../../import/rocketchat/index.ts'
import { zulip } from '../../import/zulip/index.ts'
import * as discordFiles from '../kit/discord-export.ts'
import { convertAndImport } from '../kit/foreign-imports'
import * as dump from '../kit/rocketchat-dump.ts'
import * as zulipFiles from '../kit/zulip-export.ts'

test('the server takes what is made of an export of Zulip, with what is read', async () => {
  const { ada, bo, message, recipients, userMessage, zulipExport } = zulipFiles
  const plansMessage = (id: number, content: string) =>
    message(id, bo.id, recipients.plans, content, { subject: 'boats' })
  const messages = await convertAndImport(
    zulip,
    zulipExport({
      changes: {
        zerver_reaction: [
          {
            message: 500,
            user_profile: ada.id,
            emoji_name: 'tada',
            emoji_code: '1f389',
            reaction_type: 'unicode_emoji',
          },
        ],
      },
      messages: [
        plansMessage(500, '@**Ada Park|10** see #**plans>boats**'),
        plansMessage(501, 'read'),
        plansMessage(502, '[unread](/#narrow/stream/20-plans/topic/boats/near/500)'),
        message(503, 3, recipients.ada, 'Welcome!'),
      ],
      userMessages: [
        userMessage(ada.id, 500, 1 | 2 | 8),
        userMessage(ada.id, 501, 1),
        userMessage(ada.id, 502, 0),
        userMessage(ada.id, 503, 1),
      ],
    }),
  )
  expect(messages).toEqual([
    [
      'boats',
      'Bo Li',
      '<p><span class="user-mention">@Ada Park</span> see <a class="stream-topic">#plans &gt; boats</a></p>',
      ['starred', 'mentioned'],
    ],
    ['boats', 'Bo Li', '<p>read</p>', []],
    ['boats', 'Bo Li', '<p><a>unread</a></p>', []],
    ['', 'Notification Bot', '<p>Welcome!</p>', []],
  ])
})

test('the server takes what is made of JSON of DiscordChatExporter', async () => {
  const { ada, bo, channelFile, channels, message, robot } = discordFiles
  const first = message(1, ada, 'Is the lamp lit, <@1002>?', { mentions: [bo] })
  const messages = await convertAndImport(discord, {
    'a.json': channelFile(
      channels.general,
      first,
      message(2, bo, '**Yes**', { type: 'Reply', reference: { messageId: first['id'] } }),
      message(3, robot, '||secret||'),
    ),
    'b.json': channelFile(channels.direct, message(4, ada, 'Hi Bo')),
  })
  expect(messages).toEqual([
    ['2026-05', 'Ada Park', '<p>Is the lamp lit, <span class="user-mention silent">Bo Li</span>?</p>', []],
    [
      '2026-05',
      'Bo Li',
      '<p><span class="user-mention silent">Ada Park</span> <a>wrote</a>:</p>\n<blockquote>\n<p>Is the lamp lit, Bo Li?</p>\n</blockquote>\n<p><strong>Yes</strong></p>',
      [],
    ],
    ['2026-05', 'Beacon', expect.stringContaining('spoiler-content'), []],
    ['', 'Ada Park', '<p>Hi Bo</p>', []],
  ])
})

test('the server takes what is made of a dump of Rocket.Chat, with what is unread and starred', async () => {
  const { dumpOf, message, subscription, at } = dump
  const messages = await convertAndImport(
    rocketchat,
    dumpOf({
      rocketchat_subscription: [subscription('aaa', 'GENERAL', { alert: true, ls: at(2) })],
      rocketchat_message: [
        message(1, 'GENERAL', 'bbb', 'Shall we *paint*, @ada?', { tcount: 1, starred: [{ _id: 'aaa' }] }),
        message(3, 'GENERAL', 'aaa', 'Yes', { tmid: `msg${'1'.padStart(14, '0')}` }),
        message(4, 'aaabbb', 'bbb', 'psst'),
      ],
    }),
  )
  expect(messages).toEqual([
    [
      '2026-05-22 Shall we paint, Ada Park?',
      'Bo Li',
      '<p>Shall we <strong>paint</strong>, <span class="user-mention silent">Ada Park</span>?</p>',
      ['starred'],
    ],
    ['2026-05', 'Bo Li', '<p><a class="stream-topic">#general &gt; 2026-05-22 Shall we paint, Ada Park?</a></p>', []],
    ['2026-05-22 Shall we paint, Ada Park?', 'Ada Park', '<p>Yes</p>', []],
    ['', 'Bo Li', '<p>psst</p>', []],
  ])
})
