import { expect, test } from 'vitest'
import { mattermost } from '../../import/mattermost/index.ts'
import { slack } from '../../import/slack/index.ts'
import { convertAndImport } from '../kit/foreign-imports'
import * as bulk from '../quick/import-mattermost/export.ts'
import { threadFields, channel, message, reply, withMessages } from '../quick/import-slack/workspace.ts'

test('the server takes what is made of an export of Slack', async () => {
  const messages = await convertAndImport(slack, {
    ...withMessages(
      message(1, 'U1', 'How do we *deploy*?', {
        ...threadFields(1),
        reactions: [{ name: 'thumbsup', users: ['U2', 'U4'], count: 2 }],
      }),
      reply(2, 1, 'U2', 'ask <@U4> :smile:'),
      message(3, 'USLACKBOT', 'Reminder: <!here>'),
      message(4, 'U5', 'low tide', { files: [{ id: 'F1', mode: 'hosted', name: 'tide.txt' }] }),
      message(5, 'U9', 'from next door'),
    ),
    'dms.json': [channel('D1', '', ['U1', 'U2'])],
    'D1/2026-05-22.json': [message(6, 'U2', 'between us')],
    '__uploads/F1/tide.txt': 'low',
    'emoji/tulip.png': 'png',
  })
  expect(messages).toEqual([
    ['2026-05', 'Ada Park', '<p><a class="stream-topic">#garden &gt; 2026-05-22 How do we deploy?</a></p>', []],
    ['2026-05-22 How do we deploy?', 'Ada Park', '<p>How do we <strong>deploy</strong>?</p>', []],
    [
      '2026-05-22 How do we deploy?',
      'Bo Li',
      '<p>ask <span class="user-mention silent">Dee Old</span> <span class="emoji emoji-1f604">:big_smile:</span></p>',
      [],
    ],
    ['2026-05', 'Notification Bot', '<p>Reminder: <span class="user-mention silent">all</span></p>', []],
    ['2026-05', 'Tide Bot', '<p>low tide</p>\n<p><a>tide.txt</a></p>', []],
    ['2026-05', 'U9', '<p>from next door</p>', []],
    ['', 'Bo Li', '<p>between us</p>', []],
  ])
})

test('the server takes what is made of an export of Mattermost', async () => {
  const messages = await convertAndImport(
    mattermost,
    bulk.withLines(
      bulk.post(1, 'ada', 'Where are the _seeds_?', {
        replies: [bulk.words(2, 'bo', 'in @ada’s shed')],
        flagged_by: ['ada'],
      }),
      bulk.directPost(['ada', 'bo'], 3, 'bo', 'between us'),
    ),
  )
  const topic = '2026-05-22 Where are the seeds?'
  expect(messages).toEqual([
    ['2026-05', 'Ada Park', `<p><a class="stream-topic">#Garden &gt; ${topic}</a></p>`, []],
    [topic, 'Ada Park', '<p>Where are the <em>seeds</em>?</p>', ['starred']],
    [topic, 'Bo Li', '<p>in <span class="user-mention silent">Ada Park</span>’s shed</p>', []],
    ['', 'Bo Li', '<p>between us</p>', []],
  ])
})
