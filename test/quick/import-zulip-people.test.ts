import { describe, expect, test } from 'vitest'
import { zulip } from '../../import/zulip/index.ts'
import { convert } from '../kit/conversion.ts'
import { ada, aUser, bo, bot, noon, zulipExport } from '../kit/zulip-export.ts'

const [newAda, newBo, newBot] = [101, 102, 103]

const usersOf = async (rows: object[], changes: Record<string, Record<string, unknown>[]> = {}) => {
  const { records } = await convert(zulip, zulipExport({ changes: { zerver_userprofile: rows as never, ...changes } }))
  return records.users
}

describe('people', () => {
  test('keep address, role, settings that differ, alert words, status and profile', async () => {
    const users = await usersOf(
      [aUser({ ...ada, enter_sends: true, color_scheme: 2 }), aUser({ ...bo, is_active: false, timezone: '<script>' })],
      {
        zerver_realmuserdefault: [{ enter_sends: false, color_scheme: 2 }],
        zerver_alertword: [
          { user_profile: ada.id, word: 'fog' },
          { user_profile: ada.id, word: 'FOG' },
        ],
        zerver_userstatus: [
          {
            user_profile: ada.id,
            status: 1,
            status_text: 'at sea',
            emoji_name: 'tada',
            emoji_code: '1f389',
            reaction_type: 'unicode_emoji',
          },
        ],
        zerver_customprofilefield: [
          { id: 5, field_type: 6, name: 'Mentor', hint: '', field_data: '', order: 2 },
          { id: 6, field_type: 8, name: 'Pronouns', hint: 'as you like', field_data: '', order: 1 },
          { id: 7, field_type: 99, name: 'New', hint: '', field_data: '', order: 3 },
        ],
        zerver_customprofilefieldvalue: [
          { user_profile: ada.id, field: 5, value: '[12,999]' },
          { user_profile: ada.id, field: 6, value: 'she/her' },
          { user_profile: ada.id, field: 7, value: 'lost' },
        ],
      },
    )
    expect(users.slice(0, 2)).toEqual([
      {
        id: newAda,
        delivery_email: 'ada@example.com',
        full_name: 'Ada Park',
        role: 100,
        is_active: true,
        date_joined: Math.floor(noon - 86_400.5),
        timezone: 'Europe/Berlin',
        settings: { enter_sends: true, default_language: 'en' },
        avatar: null,
        bot: null,
        profile: { 101: 'she/her', 102: '[102]' },
        alert_words: ['fog'],
        status: {
          away: true,
          text: 'at sea',
          emoji_name: 'tada',
          emoji_code: '1f389',
          reaction_type: 'unicode_emoji',
        },
      },
      expect.objectContaining({
        id: newBo,
        is_active: false,
        timezone: '',
        settings: { color_scheme: 1, default_language: 'en' },
      }),
    ])
  })

  test('without a usable name or address get what there is', async () => {
    const { records } = await convert(
      zulip,
      zulipExport({
        changes: {
          zerver_userprofile: [
            aUser({ ...ada, full_name: 'Ada **Star** Park', delivery_email: null }),
            aUser({ ...bo, delivery_email: 'nonsense' }),
            aUser({ id: 30, full_name: '>', delivery_email: 'carla@example.com', role: 777 }),
            aUser({ id: 31, full_name: 'Double', delivery_email: 'Carla@example.com' }),
          ],
        },
      }),
      {
        addresses: new Map([
          ['ada star park', 'ada@new.example'],
          ['12', 'bo@new.example'],
        ]),
      },
    )
    expect(records.users.map(({ full_name, delivery_email, role }) => [full_name, delivery_email, role])).toEqual([
      ['Ada Star Park', 'ada@new.example', 100],
      ['Bo Li', 'bo@new.example', 400],
      ['carla', 'carla@example.com', 400],
      ['Double', null, 400],
      ['Notification Bot', null, 400],
    ])
  })

  test('who only sent by a mirror are inactive', async () => {
    const users = await usersOf([aUser(ada)], {
      zerver_userprofile_mirrordummy: [aUser({ ...bo, is_mirror_dummy: true, is_active: true })],
    })
    expect(users.map(({ id, is_active }) => [id, is_active])).toEqual([
      [newAda, true],
      [newBo, false],
      [newBot, true],
    ])
  })

  test('have their pictures, the original if it is there', async () => {
    const { records, files, skipped } = await convert(
      zulip,
      zulipExport({
        changes: {
          zerver_userprofile: [
            aUser({ ...ada, avatar_source: 'U' }),
            aUser({ ...bo, avatar_source: 'U' }),
            aUser({ id: 30, full_name: 'Carla', avatar_source: 'U' }),
          ],
        },
        files: {
          'avatars/records.json': [
            { path: '2/aa.png', user_profile_id: ada.id },
            { path: '2/aa.original', user_profile_id: ada.id },
            { path: '2/bb-medium.png', user_profile_id: bo.id },
            { path: '2/bb.png', user_profile_id: bo.id },
            { path: '../../etc/passwd', user_profile_id: 30 },
          ],
          'avatars/2/aa.png': 'small',
          'avatars/2/aa.original': 'large',
          'avatars/2/bb.png': 'small',
          'avatars/2/bb-medium.png': 'medium',
        },
      }),
    )
    expect(records.users.map(({ avatar }) => avatar)).toEqual(['files/avatars/101', 'files/avatars/102', null, null])
    expect(Object.fromEntries(files)).toEqual({
      'files/avatars/101': 'avatars/2/aa.original',
      'files/avatars/102': 'avatars/2/bb.png',
    })
    expect(skipped).toEqual({ 'profile pictures without content': 1 })
  })
})

test('bots have owners, settings and data; system bots are the notification bot', async () => {
  const { records } = await convert(
    zulip,
    zulipExport({
      changes: {
        zerver_userprofile: [
          aUser(ada),
          aUser({ ...bot, is_bot: true, bot_type: 3, bot_owner: 9999, default_sending_stream: 20 }),
        ],
        zerver_userprofile_crossrealm: [
          { email: 'notification-bot@zulip.com', id: 3, recipient_id: 103 },
          { email: 'welcome-bot@zulip.com', id: 4, recipient_id: 104 },
        ],
        zerver_service: [
          { user_profile: bot.id, name: 's', base_url: 'https://hook.example/x', token: 'secret', interface: 2 },
        ],
        zerver_botconfigdata: [{ bot_profile: bot.id, key: 'place', value: 'north' }],
        zerver_botstoragedata: [
          { bot_profile: bot.id, key: 'count', value: '7' },
          { bot_profile: bot.id, key: '__proto__', value: 'x' },
        ],
        zerver_subscription: [],
      },
    }),
  )
  expect(records.users.map(({ full_name, bot: facts }) => [full_name, facts])).toEqual([
    ['Ada Park', null],
    ['Build Bot', { type: 3, owner_id: newAda, is_system_bot: false }],
    ['Notification Bot', { type: 1, owner_id: null, is_system_bot: true }],
  ])
  expect(records.bots).toEqual([
    {
      user_id: 102,
      default_sending_stream_id: 101,
      default_events_register_stream_id: null,
      default_all_public_streams: false,
      payload_url: 'https://hook.example/x',
      interface: 2,
      config_data: { place: 'north' },
      storage: { count: '7' },
    },
  ])
})
