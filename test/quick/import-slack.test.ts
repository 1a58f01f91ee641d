import { describe, expect, test } from 'vitest'
import { slack } from '../../import/slack/index.ts'
import { convert, talk } from '../kit/conversion.ts'
import { channel, may22, message, person, reply, ts, users, withMessages } from './import-slack/workspace.ts'

describe('people', () => {
  test('have their roles, addresses and profiles', async () => {
    const { records, warnings } = await convert(slack, withMessages())
    expect(
      records.users.map(({ id, full_name, delivery_email, role, is_active }) => [
        id,
        full_name,
        delivery_email,
        role,
        is_active,
      ]),
    ).toEqual([
      [101, 'Ada Park', 'ada@example.com', 100, true],
      [102, 'Bo Li', 'bo@example.com', 200, true],
      [103, 'Cai Lin', 'cai@example.com', 600, true],
      [104, 'Dee Old', 'dee@example.com', 400, false],
      [105, 'Tide Bot', null, 400, true],
      [106, 'Notification Bot', null, 400, true],
    ])
    expect(records.users[0]).toMatchObject({
      timezone: 'Europe/Berlin',
      profile: { 101: 'Gardener' },
      date_joined: may22 - 86_400,
    })
    expect(records.users[4]!.bot).toEqual({ type: 1, owner_id: 101, is_system_bot: false })
    expect(records.users[5]!.bot).toEqual({ type: 1, owner_id: null, is_system_bot: true })
    expect(records.profile_fields.map(({ name }) => name)).toEqual(['Title'])
    expect(warnings).toEqual([])
  })

  test('have the pictures that slackdump saved', async () => {
    const { records, files, skipped } = await convert(slack, {
      ...withMessages(),
      'users.json': ['U1', 'U2', 'U3'].map((id) =>
        person(id, id, `User ${id}`, {}, id === 'U3' ? {} : { image_original: 'https://example.com/a.png' }),
      ),
      '__avatars/U1/abc_original.png': 'png',
    })
    expect(records.users.map(({ avatar }) => avatar)).toEqual(['files/avatars/101', null, null])
    expect([...files]).toEqual([['files/avatars/101', '__avatars/U1/abc_original.png']])
    expect(skipped).toEqual({ 'pictures of people': 1 })
  })

  test('get the addresses that the export lacks', async () => {
    const archive = {
      ...withMessages(),
      'users.json': ['ada', 'bo', 'cai', 'dee'].map((name, index) =>
        person(`U${index + 1}`, name, name, {}, { email: undefined }),
      ),
    }
    const addresses = new Map([
      ['ada', 'ada@example.com'],
      ['u2', 'bo@example.com'],
      ['cai', 'ADA@example.com'],
    ])
    const { records, warnings } = await convert(slack, archive, { addresses })
    expect(records.users.map(({ delivery_email }) => delivery_email)).toEqual([
      'ada@example.com',
      'bo@example.com',
      null,
      null,
    ])
    expect(records.users.every(({ is_active }) => is_active)).toBe(true)
    expect(warnings).toEqual([
      'People without an address in the archive: 2. They cannot log in before they have one: give a list by --users.',
    ])
  })

  test('who are in no list become inactive if they wrote, and bots get an owner', async () => {
    const conversion = await convert(
      slack,
      withMessages(
        message(1, 'U9', 'hello from next door', {
          user_profile: { real_name: 'Eve Guest', name: 'eve', display_name: 'eve' },
        }),
        message(2, 'U8', 'who am I?'),
        { type: 'message', subtype: 'bot_message', bot_id: 'B7', username: 'Jenkins', text: 'Build *7*', ts: ts(3) },
        {
          type: 'message',
          subtype: 'bot_message',
          bot_id: 'B7',
          username: 'Jenkins (nightly)',
          text: '• failed',
          ts: ts(4),
        },
        { type: 'message', subtype: 'bot_message', username: 'cron', text: 'tick', ts: ts(5) },
        { type: 'message', subtype: 'bot_message', bot_id: 'B5', text: 'low tide', ts: ts(6) },
        message(7, 'USLACKBOT', 'Reminder: water the plants'),
        message(8, 'U7', 'from an app', { bot_id: 'B9', bot_profile: { id: 'B9', name: 'Polls' } }),
        { type: 'message', text: 'from nobody', ts: ts(9) },
        message(10, 'U1', 'ask <@U9>'),
      ),
    )
    expect(talk(conversion)).toEqual({
      garden: {
        '2026-05': [
          'Eve Guest: hello from next door',
          'U8: who am I?',
          'Jenkins: Build **7**',
          'Jenkins: **Jenkins (nightly):**\n- failed',
          'cron: tick',
          'Tide Bot: low tide',
          'Notification Bot: Reminder: water the plants',
          'Polls: from an app',
          'Ada Park: ask @_**Eve Guest|107**',
        ],
      },
    })
    const unlisted = conversion.records.users.filter(({ id }) => id > 106)
    expect(unlisted.map(({ full_name, is_active, bot }) => [full_name, is_active, bot?.owner_id])).toEqual([
      ['Eve Guest', false, undefined],
      ['U8', false, undefined],
      ['Jenkins', true, 101],
      ['cron', true, 101],
      ['Polls', true, 101],
    ])
    expect(conversion.skipped).toEqual({ 'messages without a sender': 1 })
  })

  test('are never the owner of bots if they are bots', async () => {
    const { records } = await convert(slack, {
      'users.json': [],
      'channels.json': [channel('C1', 'garden', [])],
      'garden/2026-05-22.json': [{ type: 'message', bot_id: 'B1', text: 'hi', ts: ts(1) }],
    })
    expect(records.users.map(({ full_name, is_active, bot }) => [full_name, is_active, bot?.owner_id])).toEqual([
      ['Bot B1', true, 102],
      ['Slack', false, undefined],
    ])
  })
})

describe('channels', () => {
  test('become streams with their subscribers', async () => {
    const { records, skipped, warnings } = await convert(slack, {
      'users.json': users,
      'channels.json': [
        channel('C1', 'general', ['U1', 'U2', 'U2', 'U99'], {
          is_general: true,
          purpose: { value: 'Everything\nand more' },
        }),
        channel('C2', 'old-plans', [], { is_archived: true, topic: { value: 'the topic' }, creator: 'U99' }),
        channel('C3', 'a'.repeat(80), ['U3']),
      ],
      'groups.json': [
        channel('G1', 'General', ['U1']),
        channel('G2', 'mpdm-ada--bo--cai-1', ['U1', 'U2', 'U3'], { is_mpim: true }),
      ],
    })
    expect(
      records.streams.map(({ id, name, description, invite_only, is_default, is_archived, creator_id }) => [
        id,
        name,
        description,
        invite_only,
        is_default,
        is_archived,
        creator_id,
      ]),
    ).toEqual([
      [101, 'general', 'Everything and more', false, true, false, 101],
      [102, 'old-plans', 'the topic', false, false, true, null],
      [103, `${'a'.repeat(59)}…`, '', false, false, false, 101],
      [104, 'General (2)', '', true, false, false, 101],
    ])
    expect(records.subscriptions.map(({ user_id, stream_id }) => [user_id, stream_id])).toEqual([
      [101, 101],
      [102, 101],
      [103, 103],
      [101, 104],
    ])
    expect(skipped).toEqual({ 'unknown members of channels': 1 })
    expect(warnings).toEqual([`The name of the channel ${'a'.repeat(80)} is shortened.`])
  })

  test('have the messages of their folder, and other folders are named', async () => {
    const conversion = await convert(slack, {
      ...withMessages(message(1, 'U1', 'one')),
      'garden/2026-06-01.json': [message(11 * 86_400, 'U2', 'two')],
      'garden/notes.json': 'no day',
      'shed/2026-05-22.json': [message(1, 'U1', 'lost')],
      'canvases.json': [{ id: 'F1' }, { id: 'F2' }],
      'integration_logs.json': [{}],
    })
    expect(talk(conversion)).toEqual({ garden: { '2026-05': ['Ada Park: one'], '2026-06': ['Bo Li: two'] } })
    expect(conversion.skipped).toEqual({ canvases: 2, 'integration logs': 1, 'folders of unlisted channels': 1 })
    expect(conversion.warnings).toEqual([
      'No list of the export names the channels of these folders, so they are left out: shed.',
    ])
  })
})

describe('conversations', () => {
  test('have their members, and those who wrote without being one', async () => {
    const conversion = await convert(slack, {
      'users.json': users,
      'channels.json': [],
      'mpims.json': [channel('G1', 'mpdm-ada--bo--cai-1', ['U1', 'U2', 'U3'])],
      'dms.json': [
        { id: 'D1', created: may22, members: ['U2', 'U1'] },
        { id: 'D2', created: may22, members: ['U1', 'U1'] },
        { id: 'D3', created: may22, members: ['U1', 'U77'] },
        { id: 'D4', created: may22, members: ['U1', 'USLACKBOT'] },
        { id: 'D5', created: may22, members: ['U1', 'U3'] },
      ],
      'mpdm-ada--bo--cai-1/2026-05-22.json': [message(1, 'U3', 'us three'), reply(3, 1, 'U1', 'in a thread')],
      'D1/2026-05-22.json': [
        message(2, 'U1', 'us two'),
        { type: 'message', subtype: 'bot_message', bot_id: 'B5', text: 'a bot', ts: ts(4) },
      ],
      'D2/2026-05-22.json': [message(5, 'U1', 'a note')],
      'D3/2026-05-22.json': [message(6, 'U1', 'hello stranger')],
      'D4/2026-05-22.json': [message(7, 'USLACKBOT', 'welcome')],
    })
    expect(talk(conversion)).toEqual({
      'Ada Park, Bo Li, Cai Lin': { '': ['Cai Lin: us three', 'Ada Park: in a thread'] },
      'Ada Park, Bo Li': { '': ['Ada Park: us two'] },
      'Ada Park, Bo Li, Tide Bot': { '': ['Tide Bot: a bot'] },
      'Ada Park': { '': ['Ada Park: a note'] },
      'Ada Park, U77': { '': ['Ada Park: hello stranger'] },
      'Ada Park, Notification Bot': { '': ['Notification Bot: welcome'] },
    })
    expect(conversion.records.streams).toEqual([])
  })
})
