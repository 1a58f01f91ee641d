import { expect, test } from 'vitest'
import { notificationWays, type Concern, type NotificationSettings } from '../../src/notifications/decision'

/** As new accounts have them. */
const settings: NotificationSettings = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_offline_email_notifications: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_stream_push_notifications: false,
  enable_stream_email_notifications: false,
  enable_reaction_notifications: false,
  wildcard_mentions_notify: true,
}

/** A message in a stream that the person reads elsewhere at the moment, and that mentions nobody. */
const plain: Concern = {
  isSilent: false,
  isDirect: false,
  isMentioned: false,
  isWildcardMentioned: false,
  hasAlertWord: false,
  isReaction: false,
  isMuted: false,
  subscription: {},
  isHere: false,
}
const direct = { isDirect: true, subscription: null }
const mention = { isMentioned: true }
const everybody = { isWildcardMentioned: true }
const reaction = { isReaction: true, subscription: null }
const here = { isHere: true }
const muted = { isMuted: true }

/** What happens, what differs from the settings above, and the ways: d(esktop), s(ound), p(ush), m(ail). */
const cases: [name: string, Partial<Concern>, Partial<NotificationSettings>, reason: string | null, ways: string][] = [
  ['a direct message', direct, {}, 'direct_message', 'dspm'],
  ['a direct message to somebody who is here', { ...direct, ...here }, {}, 'direct_message', 'dsp'],
  [
    'who wants no push while they are here',
    { ...direct, ...here },
    { enable_online_push_notifications: false },
    'direct_message',
    'ds',
  ],
  [
    'who is away, and wants no push while they are here',
    direct,
    { enable_online_push_notifications: false },
    'direct_message',
    'dspm',
  ],
  [
    'who wants no push at all',
    { ...direct, ...here },
    { enable_offline_push_notifications: false },
    'direct_message',
    'ds',
  ],
  ['who wants no mail', direct, { enable_offline_email_notifications: false }, 'direct_message', 'dsp'],
  ['who wants nothing on the screen', direct, { enable_desktop_notifications: false }, 'direct_message', 'spm'],
  ['who wants no sound', direct, { enable_sounds: false }, 'direct_message', 'dpm'],
  [
    'who wants nothing',
    direct,
    {
      enable_desktop_notifications: false,
      enable_sounds: false,
      enable_offline_push_notifications: false,
      enable_offline_email_notifications: false,
    },
    null,
    '',
  ],
  ['what is silent', { ...direct, ...mention, isSilent: true }, {}, null, ''],
  ['a mention', mention, {}, 'mention', 'dspm'],
  ['a mention in a muted place', { ...mention, ...muted }, {}, 'mention', 'dspm'],
  ['a mention of somebody who is not subscribed', { ...mention, subscription: null }, {}, 'mention', 'dspm'],
  ['a mention and of everybody', { ...mention, ...everybody }, {}, 'mention', 'dspm'],
  ['a mention of everybody', everybody, {}, 'wildcard_mention', 'dspm'],
  ['a mention of everybody in a muted place', { ...everybody, ...muted }, {}, null, ''],
  ['a mention of everybody, unwanted', everybody, { wildcard_mentions_notify: false }, null, ''],
  [
    'a mention of everybody, unwanted in the stream',
    { ...everybody, subscription: { wildcard_mentions_notify: false } },
    {},
    null,
    '',
  ],
  [
    'a mention of everybody, wanted in the stream alone',
    { ...everybody, subscription: { wildcard_mentions_notify: true } },
    { wildcard_mentions_notify: false },
    'wildcard_mention',
    'dspm',
  ],
  ['a message in a stream', {}, {}, null, ''],
  [
    'a message in a stream, wanted everywhere',
    {},
    { enable_stream_push_notifications: true, enable_stream_email_notifications: true },
    'stream',
    'pm',
  ],
  [
    'a message in a stream, wanted on the screen',
    {},
    { enable_stream_desktop_notifications: true, enable_stream_audible_notifications: true },
    'stream',
    'ds',
  ],
  [
    'a message in a stream that says yes',
    {
      subscription: {
        push_notifications: true,
        email_notifications: true,
        desktop_notifications: true,
        audible_notifications: true,
      },
    },
    {},
    'stream',
    'dspm',
  ],
  [
    'a message in a stream that says no',
    { subscription: { push_notifications: false, desktop_notifications: null } },
    { enable_stream_push_notifications: true },
    null,
    '',
  ],
  ['a message in a muted stream', { ...muted, subscription: { push_notifications: true } }, {}, null, ''],
  [
    'a message in a stream, for somebody who is here',
    here,
    { enable_stream_push_notifications: true, enable_stream_email_notifications: true },
    'stream',
    'p',
  ],
  [
    'a message in a public stream that one only listens to',
    { subscription: null },
    { enable_stream_push_notifications: true },
    null,
    '',
  ],
  ['a word', { hasAlertWord: true }, {}, 'alert_word', 'ds'],
  ['a word in a muted place', { hasAlertWord: true, ...muted }, {}, null, ''],
  [
    'a word in a stream that says yes',
    { hasAlertWord: true, subscription: { push_notifications: true } },
    {},
    'alert_word',
    'dsp',
  ],
  ['a reaction', reaction, {}, null, ''],
  ['a reaction, wanted', reaction, { enable_reaction_notifications: true }, 'reaction', 'dp'],
  [
    'a reaction, wanted, but no push',
    reaction,
    { enable_reaction_notifications: true, enable_offline_push_notifications: false },
    'reaction',
    'd',
  ],
  ['a reaction in a muted place', { ...reaction, ...muted }, { enable_reaction_notifications: true }, null, ''],
]

test.each(cases)('%s', (_, concern, different, reason, ways) => {
  const answer = notificationWays({ ...plain, ...concern }, { ...settings, ...different })
  expect(answer).toEqual({
    reason,
    desktop: ways.includes('d'),
    sound: ways.includes('s'),
    push: ways.includes('p'),
    mail: ways.includes('m'),
  })
})
