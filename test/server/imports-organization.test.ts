import { describe, expect, test } from 'vitest'
import type { Answer } from '../kit'
import { longAgo, message, smallChapters, stream, subscription, TestImport, user } from '../kit/imports'

type Listed = Record<string, unknown>[]

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

const bot = (id: number, type: 1 | 3) =>
  user(id, { delivery_email: `bot${id}@old.example.com`, bot: { type, owner_id: 10, is_system_bot: false } })

const field = (id: number, type: number, field_data = '') => ({
  id,
  type,
  name: `Field ${id}`,
  hint: '',
  field_data,
})

describe('the organization', () => {
  test('gets profile fields with the values of people', async () => {
    const begun = await TestImport.of((owner) => ({
      profile_fields: [field(1, 1), field(2, 3, '{"0":{"text":"Left","order":"1"}}'), field(3, 6), field(4, 4)],
      users: [
        user(10, { delivery_email: owner.email }),
        user(11, { profile: { 1: '**bold**', 2: '0', 3: '[10,11]', 4: 'no date' } }),
      ],
    }))
    const state = await begun.state()
    const ada = (state['realm_users'] as Listed).find(({ user_id }) => user_id === begun.here(11))

    expect((state['custom_profile_fields'] as Listed).map(({ id, name }) => [id, name])).toEqual(
      [1, 2, 3, 4].map((id) => [begun.here(id), `Field ${id}`]),
    )
    expect(ada!['profile_data']).toEqual({
      [begun.here(1)]: { value: '**bold**', rendered_value: '<p><strong>bold</strong></p>' },
      [begun.here(2)]: { value: '0' },
      [begun.here(3)]: { value: JSON.stringify([begun.owner.id, begun.here(11)]) },
    })
  })

  test('gets erased accounts as what they are, also where addresses are hidden', async () => {
    const email = 'deleted-user-11@rivulet.invalid'
    const begun = await TestImport.of((owner) => ({
      users: [
        user(10, { delivery_email: owner.email }),
        user(11, { delivery_email: email, full_name: 'Deleted user 11', is_active: false }),
      ],
    }))
    await begun.owner.patch('/realm', { email_address_visibility: 3 })
    const { user: erased } = await begun.owner.get(`/users/${begun.here(11)}`)

    expect(erased).toMatchObject({ email, full_name: 'Deleted user 11', is_active: false })
    expect(await begun.owner.ask('POST', `/users/${begun.here(11)}/reactivate`)).toMatchObject({
      status: 400,
      msg: 'The data of this account was deleted.',
    })
  })

  test('gets user groups, and system groups keep theirs', async () => {
    const begun = await TestImport.of((owner) => ({
      ...smallChapters(owner),
      user_groups: [
        { id: 1, name: 'crew', description: 'All hands', is_system_group: false, members: [10, 11] },
        { id: 9, name: '@role:owners', description: '', is_system_group: true, members: [] },
      ],
    }))
    const groups = (await begun.state())['realm_user_groups'] as Listed

    expect(groups.filter(({ name }) => name === '@role:owners')).toHaveLength(1)
    expect(groups).toContainEqual(
      expect.objectContaining({ name: 'crew', description: 'All hands', members: [begun.owner.id, begun.here(11)] }),
    )
    expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length)
  })

  test('gets emoji, linkifiers, playgrounds and domains; what does not work here is left out', async () => {
    const begun = await TestImport.of((owner) => smallChapters(owner))
    const linkifiers = await begun.send('linkifiers', [
      { id: 1, pattern: '#(?P<id>[0-9]+)', url_format: 'https://bugs.example/%(id)s' },
      { id: 2, pattern: '(?<=x)y', url_format: 'https://bugs.example/' },
    ])
    const playgrounds = await begun.send('playgrounds', [
      { id: 1, name: 'Rust', pygments_language: 'Rust', url_prefix: 'https://play.example/?code=' },
      { id: 2, name: 'Bad', pygments_language: 'Rust', url_prefix: 'javascript:alert(1)' },
    ])
    await begun.send('domains', [{ domain: 'Example.com', allow_subdomains: true }])
    await begun.send('emoji', [
      { id: 1, name: 'boat', author_id: 11, deactivated: false, picture: 'files/a.png', still_picture: null },
      { id: 2, name: 'boat', author_id: null, deactivated: true, picture: 'files/b.png', still_picture: null },
    ])
    const state = await begun.state()

    expect(linkifiers['problems']).toEqual([{ index: 1, msg: expect.stringContaining('left out') }])
    expect(playgrounds['problems']).toEqual([{ index: 1, msg: expect.stringContaining('left out') }])
    expect((state['realm_linkifiers'] as Listed).map(({ id }) => id)).toEqual([begun.here(1)])
    expect((state['realm_playgrounds'] as Listed).map(({ name }) => name)).toEqual(['Rust'])
    expect(state['realm_domains']).toEqual([{ domain: 'example.com', allow_subdomains: true }])
    expect(state['realm_emoji']).toMatchObject({
      [begun.here(1)]: { name: 'boat', author_id: begun.here(11), deactivated: false },
      [begun.here(2)]: { name: 'boat', deactivated: true },
    })
  })

  test('gets muted users and topics, default stream groups and bots', async () => {
    const begun = await TestImport.of((owner) => ({
      ...smallChapters(owner),
      users: [...smallChapters(owner).users!, bot(12, 1), bot(13, 3)],
      muted_users: [{ user_id: 10, muted_user_id: 11, date_muted: longAgo }],
      muted_topics: [{ user_id: 10, stream_id: 21, topic: 'weather', date_muted: longAgo }],
      default_stream_groups: [{ id: 5, name: 'Sailors', description: 'Those at sea', streams: [21] }],
      bots: [
        {
          user_id: 12,
          default_sending_stream_id: 21,
          default_events_register_stream_id: null,
          default_all_public_streams: true,
          payload_url: null,
          interface: null,
          config_data: {},
          storage: { tide: 'high' },
        },
        {
          user_id: 13,
          default_sending_stream_id: null,
          default_events_register_stream_id: null,
          default_all_public_streams: false,
          payload_url: 'https://bot.example/hook',
          interface: 1,
          config_data: { key: 'value' },
          storage: {},
        },
      ],
    }))
    const state = await begun.state()

    expect(state['muted_users']).toEqual([{ id: begun.here(11), timestamp: longAgo }])
    expect(state['muted_topics']).toEqual([['harbour', 'weather', longAgo]])
    expect(state['realm_default_stream_groups']).toEqual([
      expect.objectContaining({ id: begun.here(5), name: 'Sailors', description: 'Those at sea' }),
    ])
    expect(state['realm_bots']).toEqual([
      expect.objectContaining({
        user_id: begun.here(12),
        default_sending_stream: 'harbour',
        default_all_public_streams: true,
      }),
      expect.objectContaining({
        user_id: begun.here(13),
        services: [expect.objectContaining({ base_url: 'https://bot.example/hook' })],
      }),
    ])
  })

  test('gets drafts, scheduled messages and invitations', async () => {
    const deliver_at = inAnHour()
    const scheduled = {
      sender_id: 10,
      is_reminder: false,
      type: 'stream' as const,
      recipients: [21],
      topic: 'weather',
      client: 'website',
    }
    const begun = await TestImport.of((owner) => ({
      ...smallChapters(owner),
      drafts: [
        { user_id: 10, type: 'stream', recipients: [21], topic: 'weather', content: 'Not yet', edited_at: longAgo },
        { user_id: 10, type: 'private', recipients: [11], topic: '', content: 'Psst', edited_at: longAgo + 1 },
      ],
      scheduled_messages: [{ ...scheduled, deliver_at, content: 'Later' }],
    }))
    const late = await begun.send('scheduled_messages', [{ ...scheduled, deliver_at: longAgo, content: 'Too late' }], {
      number: 2,
    })
    await begun.send('invitations', [
      {
        inviter_id: 10,
        email: 'new@example.com',
        invited_as: 100,
        streams: [21],
        created_at: longAgo,
        expires_at: null,
      },
      { inviter_id: 10, email: null, invited_as: 400, streams: [], created_at: longAgo, expires_at: inAnHour() },
      { inviter_id: 10, email: null, invited_as: 400, streams: [], created_at: longAgo, expires_at: longAgo },
    ])

    expect((await begun.owner.get('/drafts'))['drafts']).toEqual([
      expect.objectContaining({ type: 'stream', to: [begun.here(21)], content: 'Not yet' }),
      expect.objectContaining({ type: 'private', to: [begun.here(11)], content: 'Psst' }),
    ])
    expect((await begun.owner.get('/scheduled_messages'))['scheduled_messages']).toEqual([
      expect.objectContaining({ to: begun.here(21), content: 'Later', scheduled_delivery_timestamp: deliver_at }),
    ])
    expect(late['problems']).toHaveLength(1)
    const { invites } = await begun.owner.get('/invites')
    expect(
      (invites as Listed).map(({ email, invited_as, is_multiuse }) => ({ email, invited_as, is_multiuse })),
    ).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: 'new@example.com', invited_as: 200, is_multiuse: false }),
      ]),
    )
    expect(invites).toHaveLength(2)
  })

  test('keeps what people received before they were unsubscribed', async () => {
    const begun = await TestImport.of((owner) => ({
      ...smallChapters(owner),
      streams: [stream(21, { name: 'crew', invite_only: true, history_public_to_subscribers: false })],
      subscriptions: [
        subscription(10, 21, {
          active: false,
          spans: [{ from: 2, to: 4, unread_from: null, ended_at: longAgo + 100, ended_name: 'crew' }],
        }),
        subscription(11, 21),
      ],
      messages: [1, 2, 3, 4].map((id) => message(id)),
    }))

    expect((await begun.owner.messages()).map(({ id }) => (id as number) - begun.here(0))).toEqual([2, 3])
    const state: Answer = await begun.state()
    expect((state['unsubscribed'] as Listed).map(({ stream_id }) => stream_id)).toEqual([begun.here(21)])
  })
})
