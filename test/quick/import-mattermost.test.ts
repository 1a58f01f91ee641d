import { describe, expect, test } from 'vitest'
import { mattermost } from '../../import/mattermost/index.ts'
import { convert, talk } from '../kit/conversion.ts'
import {
  at,
  channel,
  directPost,
  may22,
  exportOfLines,
  people,
  post,
  team,
  user,
  version,
  withLines,
  words,
} from './import-mattermost/export.ts'

describe('people', () => {
  test('have their roles, names, pictures and bots', async () => {
    const { records, files, warnings } = await convert(mattermost, {
      ...withLines(
        user('cai', [], { roles: 'system_guest', delete_at: at(1) }),
        user('dee', [], {
          teams: [{ name: 'gardeners', roles: 'team_user team_admin', channels: null }],
          profile_image: 'profile_pictures/dee.png',
        }),
        { type: 'bot', bot: { username: 'tide', owner: 'bo', display_name: 'Tide Bot' } },
        { type: 'bot', bot: { username: 'plugin', owner: 'com.example.plugin', display_name: '', delete_at: at(2) } },
        user('tide', []),
        post(60, 'ghost', 'boo', { reactions: [{ user: 'ada', emoji_name: 'ghost', create_at: at(61) }] }),
      ),
      'data/profile_pictures/dee.png': 'png',
    })
    expect(
      records.users.map(({ id, full_name, delivery_email, role, is_active, bot }) => [
        id,
        full_name,
        delivery_email,
        role,
        is_active,
        bot?.owner_id,
      ]),
    ).toEqual([
      [101, 'Ada Park', 'ada@example.com', 100, true, undefined],
      [102, 'Bo Li', 'bo@example.com', 400, true, undefined],
      [103, 'cai', 'cai@example.com', 600, false, undefined],
      [104, 'dee', 'dee@example.com', 200, true, undefined],
      [105, 'Tide Bot', null, 400, true, 102],
      [106, 'plugin', null, 400, false, 101],
      [107, 'ghost', null, 400, false, undefined],
    ])
    expect(records.users[0]).toMatchObject({ profile: { 101: 'Gardener' }, date_joined: may22 + 60 })
    expect(records.profile_fields.map(({ name }) => name)).toEqual(['Position'])
    expect(Object.fromEntries(files)).toEqual({ 'files/avatars/104': 'data/profile_pictures/dee.png' })
    expect(records.users[3]!.avatar).toBe('files/avatars/104')
    expect(warnings).toEqual([])
  })
})

describe('teams', () => {
  const both = exportOfLines(
    version,
    team('gardeners', 'The Gardeners'),
    team('cooks', 'The Cooks'),
    channel('garden', 'Garden'),
    channel('garden', 'Kitchen garden', { team: 'cooks' }),
    ...people,
    user('eve', [], { teams: [{ name: 'cooks', roles: 'team_user', channels: [{ name: 'garden' }] }] }),
    user('fay', [], { teams: [{ name: 'cooks', roles: 'team_user', channels: [] }] }),
    post(1, 'ada', 'hello gardeners'),
    post(2, 'fay', 'I was here once'),
    post(3, 'eve', 'hello cooks', { team: 'cooks', replies: [words(4, 'eve', 'yes')] }),
    directPost(['ada', 'bo'], 5, 'ada', 'among us'),
    directPost(['ada', 'eve'], 6, 'eve', 'between teams'),
  )

  test('must be chosen if there are several', async () => {
    await expect(convert(mattermost, both)).rejects.toThrow(
      'The export has several teams, and an organization has room for one. Choose it by --team: gardeners (The Gardeners), cooks (The Cooks).',
    )
    await expect(convert(mattermost, both, { team: 'bakers' })).rejects.toThrow(
      /^The export has no team bakers\. It has: gardeners /,
    )
    await expect(convert(mattermost, exportOfLines(version))).rejects.toThrow('The export has no team.')
  })

  test('come with their people and what they wrote', async () => {
    const conversion = await convert(mattermost, both, { team: 'The gardeners' })
    expect(conversion.records.users.map(({ full_name, is_active }) => [full_name, is_active])).toEqual([
      ['Ada Park', true],
      ['Bo Li', true],
      ['fay', false],
    ])
    expect(talk(conversion)).toEqual({
      Garden: { '2026-05': ['Ada Park: hello gardeners', 'fay: I was here once'] },
      'Ada Park, Bo Li': { '': ['Ada Park: among us'] },
    })
    expect(conversion.skipped).toEqual({
      'channels of other teams': 1,
      'posts of other teams': 2,
      'direct messages with people of other teams': 1,
    })
  })
})

test('channels become streams with their subscribers', async () => {
  const { records } = await convert(
    mattermost,
    exportOfLines(
      version,
      team('gardeners', 'The Gardeners'),
      channel('town-square', 'Town Square', { purpose: 'Everything\nelse' }),
      channel('plans', 'town square', { type: 'P', header: 'Secret' }),
      channel('old', 'Old > *plans*', { deleted_at: at(1) }),
      user('ada', ['town-square', { name: 'plans', favorite: true }, 'missing']),
      user('bo', [{ name: 'old', notify_props: { mark_unread: 'mention' } }]),
      post(100, 'ada', 'late', { channel: 'town-square' }),
      post(50, 'ada', 'early', { channel: 'town-square' }),
    ),
  )
  expect(
    records.streams.map(({ id, name, description, invite_only, is_default, is_archived }) => [
      id,
      name,
      description,
      invite_only,
      is_default,
      is_archived,
    ]),
  ).toEqual([
    [101, 'Town Square', 'Everything else', false, true, false],
    [102, 'town square (2)', 'Secret', true, false, false],
    [103, 'Old plans', '', false, false, true],
  ])
  expect(records.streams[0]!.date_created).toBe(may22 + 50)
  expect(
    records.subscriptions.map(({ user_id, stream_id, pin_to_top, is_muted }) => [
      user_id,
      stream_id,
      pin_to_top,
      is_muted,
    ]),
  ).toEqual([
    [101, 101, false, false],
    [101, 102, true, false],
    [102, 103, false, true],
  ])
})
