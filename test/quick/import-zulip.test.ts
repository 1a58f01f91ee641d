import { describe, expect, test } from 'vitest'
import { zulip } from '../../import/zulip/index.ts'
import { convert, sourceFiles } from '../kit/conversion.ts'
import { ada, bo, noon, stream, zulipExport } from '../kit/zulip-export.ts'

const [newAda, newBo] = [101, 102]

test('an export is recognized by its tables', async () => {
  expect(await zulip.recognizes(sourceFiles(zulipExport()))).toBe(true)
  expect(await zulip.recognizes(sourceFiles({ 'realm.json': { name: 'x' }, 'manifest.json': {} }))).toBe(false)
  expect(await zulip.recognizes(sourceFiles({ 'users.json': [] }))).toBe(false)
})

describe('the organization', () => {
  test('has the settings that differ from those of a new one', async () => {
    const { realm } = await convert(
      zulip,
      zulipExport({
        changes: {
          zerver_realm: [
            {
              id: 2,
              name: 'Lighthouse',
              description: 'Ships *welcome*',
              date_created: noon - 90_000,
              icon_source: 'U',
              logo_source: 'D',
              create_public_stream_policy: 2,
              edit_topic_policy: 5,
              invite_to_realm_policy: 99,
              message_retention_days: null,
              message_content_delete_limit_seconds: 0,
              message_content_edit_limit_seconds: null,
              default_code_block_language: '',
              notifications_stream: 20,
              signup_notifications_stream: null,
              video_chat_provider: 3,
              jitsi_server_url: 'https://Meet.example.com/',
              authentication_methods: 31,
              mandatory_topics: true,
            },
          ],
          zerver_realmuserdefault: [{ realm: 2, enter_sends: true, color_scheme: 2, emojiset: 'no such' }],
        },
        files: {
          'realm_icons/records.json': [
            { path: '2/realm/icon.png', realm_id: 2 },
            { path: '2/realm/icon.original', realm_id: 2 },
          ],
          'realm_icons/2/realm/icon.png': 'small',
          'realm_icons/2/realm/icon.original': 'large',
        },
      }),
    )
    expect(realm).toEqual({
      name: 'Lighthouse',
      description: 'Ships *welcome*',
      date_created: noon - 90_000,
      settings: {
        create_public_stream_policy: 2,
        jitsi_server_url: 'https://meet.example.com',
        mandatory_topics: true,
        message_content_delete_limit_seconds: null,
        message_content_edit_limit_seconds: 0,
        notifications_stream_id: 101,
      },
      user_settings_defaults: { enter_sends: true, color_scheme: 2 },
      icon: 'files/icon',
      logo: null,
      night_logo: null,
    })
  })

  test('has linkifiers of old and new versions, playgrounds, domains and default streams', async () => {
    const { records, skipped } = await convert(
      zulip,
      zulipExport({
        changes: {
          zerver_realmfilter: [
            { id: 7, pattern: '#(?P<id>[0-9]+)', url_format_string: 'https://bugs.example/%(id)s' },
            { id: 8, pattern: 'PR(?P<n>\\d+)', url_template: 'https://pull.example/100%25/{n}', order: 1 },
            { id: 9, pattern: 'Q(?P<q>\\d+)', url_template: 'https://q.example/{?q}', order: 2 },
          ],
          zerver_realmplayground: [
            { id: 3, name: 'Rust', pygments_language: 'Rust', url_prefix: 'https://play.example/?code=' },
            { id: 4, name: 'Go', pygments_language: 'Go', url_template: 'https://go.example/?c={code}' },
            { id: 5, name: 'C', pygments_language: 'C', url_template: 'https://c.example/{code}/run' },
          ],
          zerver_realmdomain: [{ id: 1, domain: 'Example.com', allow_subdomains: true }],
          zerver_defaultstream: [{ id: 1, stream: 20 }],
        },
      }),
    )
    expect(records.linkifiers).toEqual([
      { id: 1, pattern: '#(?P<id>[0-9]+)', url_format: 'https://bugs.example/%(id)s' },
      { id: 2, pattern: 'PR(?P<n>\\d+)', url_format: 'https://pull.example/100%%25/%(n)s' },
    ])
    expect(records.playgrounds).toEqual([
      { id: 1, name: 'Rust', pygments_language: 'Rust', url_prefix: 'https://play.example/?code=' },
      { id: 2, name: 'Go', pygments_language: 'Go', url_prefix: 'https://go.example/?c=' },
    ])
    expect(records.domains).toEqual([{ domain: 'example.com', allow_subdomains: true }])
    expect(records.streams.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['plans', true],
      ['secret', false],
    ])
    expect(skipped).toEqual({ 'linkifiers that have no form here': 1, 'playgrounds that have no form here': 1 })
  })
})

test('groups have their members, those of groups within them, too', async () => {
  const { records, skipped } = await convert(
    zulip,
    zulipExport({
      changes: {
        zerver_usergroup: [
          { id: 1, name: '@role:owners', description: 'Owners', is_system_group: true, direct_members: [ada.id] },
          { id: 2, name: 'ops', description: 'Who answers', is_system_group: false, direct_members: [bo.id, 999] },
          { id: 3, name: 'Ops', description: '', is_system_group: false, direct_members: [] },
          { id: 4 },
        ],
        zerver_namedusergroup: [{ usergroup_ptr: 4, name: 'gone', description: '', deactivated: true }],
        zerver_usergroupmembership: [{ id: 1, user_group: 3, user_profile: ada.id }],
        zerver_groupgroupmembership: [
          { id: 1, supergroup: 2, subgroup: 3 },
          { id: 2, supergroup: 3, subgroup: 2 },
        ],
      },
    }),
  )
  expect(records.user_groups).toEqual([
    { id: 101, name: '@role:owners', description: 'Owners', is_system_group: true, members: [] },
    { id: 102, name: 'ops', description: 'Who answers', is_system_group: false, members: [newAda, newBo] },
    { id: 103, name: 'Ops (2)', description: '', is_system_group: false, members: [newAda, newBo] },
  ])
  expect(skipped).toEqual({ 'deactivated user groups': 1 })
})

test('streams keep their rules; archived ones lose the mark in their names', async () => {
  const { records } = await convert(
    zulip,
    zulipExport({
      changes: {
        zerver_stream: [
          stream({
            id: 20,
            name: 'plans',
            description: 'what *next*',
            stream_post_policy: 2,
            message_retention_days: 30,
          }),
          stream({
            id: 22,
            name: '!DEACTIVATED:plans',
            deactivated: true,
            invite_only: true,
            history_public_to_subscribers: false,
          }),
          stream({ id: 23, name: 'Plans', is_web_public: true, message_retention_days: -1 }),
          stream({ id: 24, name: null }),
        ],
      },
    }),
  )
  expect(
    records.streams.map(
      ({ id, name, is_archived, invite_only, is_web_public, stream_post_policy, message_retention_days }) => [
        id,
        name,
        is_archived,
        invite_only,
        is_web_public,
        stream_post_policy,
        message_retention_days,
      ],
    ),
  ).toEqual([
    [101, 'plans', false, false, false, 2, 30],
    [102, 'plans', true, true, false, 1, null],
    [103, 'Plans (2)', false, false, true, 1, -1],
    [104, 'stream 24', false, false, false, 1, null],
  ])
})

test('custom emoji have a picture, and a still one if they move', async () => {
  const { records, files, skipped } = await convert(
    zulip,
    zulipExport({
      changes: {
        zerver_realmemoji: [
          { id: 4, name: 'party blob', author: ada.id, file_name: '4.gif', deactivated: false, is_animated: true },
          { id: 5, name: 'lost', author: null, file_name: '5.png', deactivated: false },
        ],
      },
      files: {
        'emoji/records.json': [
          { path: '2/emoji/images/4.gif', file_name: '4.gif', name: 'party blob' },
          { path: '2/emoji/images/4.gif.original', file_name: '4.gif', name: 'party blob' },
        ],
        'emoji/2/emoji/images/4.gif': 'gif',
        'emoji/2/emoji/images/4.gif.original': 'large',
        'emoji/2/emoji/images/still/4.png': 'still',
      },
    }),
  )
  expect(records.emoji).toEqual([
    {
      id: 101,
      name: 'party_blob',
      author_id: newAda,
      deactivated: false,
      picture: 'files/emoji/101',
      still_picture: 'files/emoji/101-still',
    },
  ])
  expect(Object.fromEntries(files)).toEqual({
    'files/emoji/101': 'emoji/2/emoji/images/4.gif',
    'files/emoji/101-still': 'emoji/2/emoji/images/still/4.png',
  })
  expect(skipped).toEqual({ 'custom emoji without a picture': 1 })
})

test('what users mute comes along, from old tables too; tables that nobody knows are counted', async () => {
  const { records, skipped } = await convert(
    zulip,
    zulipExport({
      changes: {
        zerver_usertopic: [
          { user_profile: ada.id, stream: 20, topic_name: 'noise', last_updated: noon, visibility_policy: 1 },
          { user_profile: ada.id, stream: 20, topic_name: 'news', last_updated: noon, visibility_policy: 3 },
        ],
        zerver_mutedtopic: [{ user_profile: bo.id, stream: 20, topic_name: 'old', date_muted: noon + 0.5 }],
        zerver_muteduser: [
          { user_profile: ada.id, muted_user: bo.id, date_muted: noon },
          { user_profile: ada.id, muted_user: 999, date_muted: noon },
        ],
        zerver_useractivity: [{ id: 1 }],
        zerver_invention: [{ id: 1 }, { id: 2 }],
      },
    }),
  )
  expect(records.muted_topics).toEqual([
    { user_id: newAda, stream_id: 101, topic: 'noise', date_muted: noon },
    { user_id: newBo, stream_id: 101, topic: 'old', date_muted: noon },
  ])
  expect(records.muted_users).toEqual([{ user_id: newAda, muted_user_id: newBo, date_muted: noon }])
  expect(skipped).toEqual({ 'topics that are followed or unmuted': 1, 'rows of zerver_invention': 2 })
})
