import * as fc from 'fast-check'
import type { Records } from '../../src/archive/records'
import { longAgo, message, stream, subscription, user, type Chapters } from './imports'

/** The public stream for announcements. The owner is 1, and the notification bot 2, as in a new organization. */
export const general = 10
const people = [3, 4, 5]
const bots = [6, 7]
const groups = [31, 32]
const emoji = [1, 2]
/** All accounts. */
export const accounts = [1, 2, ...people, ...bots]
const streams = [11, 12, 13]
const conversations = [21, 22, 23]
export const lastMessage = 300

const someone = fc.constantFrom(1, ...people)
const anybody = fc.constantFrom(1, ...people, ...bots)
/** Until then, nothing of an organization is due. */
const farAway = fc.integer({ min: 4_000_000_000, max: 4_000_100_000 })
const words = fc
  .array(fc.constantFrom('tide', 'Ebb', 'ß', '名前', 'ÉTÉ', '🌊', 'a-b', '1/2', '"x"', "it's"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((list) => list.join(' '))
const markdown = fc
  .array(
    fc.oneof(
      words,
      fc.constantFrom(
        '**bold**',
        '`code`',
        '\n\n',
        '> quote\n',
        '* a\n* b\n',
        '$$x^2$$',
        '<b>',
        '&amp;',
        '|a|b|\n|-|-|\n|1|2|',
      ),
      someone.map((id) => `@**User ${id}|${id}**`),
      fc.constantFrom(...streams).map((id) => `#narrow/stream/${id}-x/near/7`),
      fc.constant('[file](/user_uploads/1)'),
      fc.constantFrom(':emoji1:', ':emoji2:', '@*group 31*'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(' '))
const time = fc.integer({ min: longAgo, max: longAgo + 1_000_000 })
const messageId = fc.integer({ min: 1, max: lastMessage })
const topic = fc.constantFrom('tides', 'Weather', '✔ done', 'ß')
const flag = fc.boolean()
const notice = fc.constantFrom(true, false, null)

const userOf = (id: number) =>
  fc
    .record({
      role: fc.constantFrom<Records['users']['role']>(100, 200, 300, 400, 600),
      is_active: flag,
      hasAddress: flag,
      timezone: fc.constantFrom('', 'Europe/Berlin'),
      alert_words: fc.uniqueArray(fc.constantFrom('fog', 'storm', 'ice'), { maxLength: 3 }),
      settings: fc.record({ enter_sends: flag, color_scheme: fc.constantFrom(1, 2, 3) }, { requiredKeys: [] }),
      status: fc.option(words.map((text) => text.slice(0, 20))),
      profile: fc.option(words),
    })
    .map(({ hasAddress, status, profile, ...some }) =>
      user(id, {
        ...some,
        delivery_email: hasAddress ? `user${id}@old.example.com` : null,
        profile: profile === null ? {} : { '1': profile },
        status:
          status === null
            ? null
            : { away: false, text: status, emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' },
      }),
    )

const streamOf = (id: number) =>
  fc
    .record({
      name: words.map((text) => `${text} ${id}`),
      description: words,
      creator_id: fc.option(someone),
      invite_only: flag,
      history_public_to_subscribers: flag,
      stream_post_policy: fc.constantFrom<Records['streams']['stream_post_policy']>(1, 2, 3, 4),
      message_retention_days: fc.constantFrom(null, -1),
      is_archived: flag,
    })
    .map((some) =>
      stream(id, { ...some, history_public_to_subscribers: !some.invite_only || some.history_public_to_subscribers }),
    )

const subscriptionOf = (user_id: number, stream_id: number) =>
  fc
    .record({
      active: flag,
      color: fc.constantFrom('#76ce90', '#abcdef'),
      is_muted: flag,
      pin_to_top: flag,
      desktop_notifications: notice,
      email_notifications: notice,
      role: fc.constantFrom(20, 50),
      bounds: fc.uniqueArray(messageId, { minLength: 3, maxLength: 3 }).map((ids) => ids.toSorted((a, b) => a - b)),
      hasGap: flag,
    })
    .map(({ bounds: [first, second, third], hasGap, ...some }) => {
      const ended = { unread_from: null, ended_at: longAgo, ended_name: 'once' }
      const last = some.active
        ? { from: second!, to: null, unread_from: third!, ended_at: null, ended_name: null }
        : { from: second!, to: third!, ...ended }
      const spans = hasGap
        ? [
            { from: first!, to: second!, ...ended },
            { ...last, from: second! + 1 },
          ]
        : [last]
      return subscription(user_id, stream_id, {
        ...some,
        spans: spans.filter(({ from, to }) => to === null || from < to),
      })
    })

const reaction: fc.Arbitrary<Records['messages']['reactions'][number]> = fc
  .tuple(
    someone,
    fc.constantFrom(
      { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' as const },
      ...emoji.map((id) => ({
        emoji_name: `emoji${id}`,
        emoji_code: String(id),
        reaction_type: 'realm_emoji' as const,
      })),
    ),
  )
  .map(([user_id, chosen]) => ({ user_id, ...chosen }))

const messageOf = fc.record({
  id: messageId,
  sender_id: anybody,
  place: fc.constantFrom(...streams, ...conversations),
  topic,
  content: markdown,
  sent_at: fc.nat(5),
  client: fc.constantFrom('website', 'Slack'),
  is_quiet: flag,
  reactions: fc.uniqueArray(reaction, { maxLength: 3, selector: ({ user_id }) => user_id }),
  edit: fc.option(fc.record({ user_id: someone, prev_content: markdown, prev_topic: topic })),
})

const membersOf: Readonly<Record<number, number[]>> = { 21: [3, 4], 22: [3], 23: [1, 4, 5] }

const mark = fc.record({
  user_id: fc.constantFrom(...people),
  read: fc.uniqueArray(fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 2 ** 31 - 1 })), {
    maxLength: 3,
    selector: ([word]) => word,
  }),
  flags: fc.uniqueArray(fc.tuple(messageId, fc.constantFrom(2, 8, 10)), { maxLength: 3, selector: ([id]) => id }),
})

const botOf = (id: number) =>
  fc
    .record({
      type: fc.constantFrom<1 | 2 | 3 | 4>(1, 2, 3, 4),
      owner_id: someone,
      is_active: flag,
      stream: fc.option(fc.constantFrom(...streams)),
      events: fc.option(fc.constantFrom(...streams)),
      default_all_public_streams: flag,
      interface: fc.constantFrom(1, 2),
      config_data: fc.dictionary(fc.constantFrom('key', 'place'), words, { maxKeys: 2 }),
      storage: fc.dictionary(words, words, { maxKeys: 3 }),
    })
    .map(({ type, owner_id, is_active, stream: sending, events, interface: form, ...some }) => ({
      account: user(id, {
        is_active,
        full_name: `Bot ${id}`,
        delivery_email: `robot${id}-bot@old.example.com`,
        bot: { type, owner_id, is_system_bot: false },
      }),
      settings: {
        user_id: id,
        default_sending_stream_id: sending,
        default_events_register_stream_id: events,
        ...some,
        payload_url: type === 3 ? 'https://bots.example/answer' : null,
        interface: type === 3 ? form : null,
      } satisfies Records['bots'],
    }))

const groupOf = (id: number) =>
  fc
    .record({ description: words, members: fc.subarray([1, ...people, ...bots]) })
    .map((some): Records['user_groups'] => ({ id, name: `group ${id}`, is_system_group: false, ...some }))

const emojiOf = (id: number) =>
  fc.record({ author_id: fc.option(someone), deactivated: flag }).map((some): Records['emoji'] => ({
    id,
    name: `emoji${id}`,
    picture: `files/emoji/${id}.png`,
    still_picture: null,
    ...some,
  }))

const invitation: fc.Arbitrary<Records['invitations']> = fc.record({
  inviter_id: someone,
  email: fc.option(fc.constantFrom('new@old.example.com', 'Other@old.example.com')),
  invited_as: fc.constantFrom<Records['invitations']['invited_as']>(100, 200, 300, 400, 600),
  streams: fc.subarray(streams),
  created_at: time,
  expires_at: fc.option(farAway),
})

const scheduledMessage: fc.Arbitrary<Records['scheduled_messages']> = fc
  .record({
    sender_id: someone,
    deliver_at: farAway,
    place: fc.oneof(
      fc.record({
        type: fc.constant('stream' as const),
        recipients: fc.constantFrom(...streams).map((id) => [id]),
        topic,
      }),
      fc.record({
        type: fc.constant('private' as const),
        recipients: fc.subarray([1, ...people], { minLength: 1 }),
        topic: fc.constant(''),
      }),
    ),
    is_reminder: flag,
    content: markdown,
    client: fc.constantFrom('website', 'Slack'),
  })
  .map(({ place, ...some }) => ({ ...some, ...place }))

/** An organization with something in each chapter. */
export const organization = fc.record({
  users: fc.tuple(...people.map(userOf)),
  robots: fc.tuple(...bots.map(botOf)),
  user_groups: fc.tuple(...groups.map(groupOf)),
  emoji: fc.tuple(...emoji.map(emojiOf)),
  invitations: fc.array(invitation, { maxLength: 3 }),
  scheduled_messages: fc.array(scheduledMessage, { maxLength: 3 }),
  streams: fc.tuple(...streams.map(streamOf)),
  subscriptions: fc
    .tuple(...people.flatMap((person) => streams.map((place) => subscriptionOf(person, place))))
    .chain((all) => fc.subarray(all)),
  messages: fc.uniqueArray(messageOf, { maxLength: 25, selector: ({ id }) => id }),
  marks: fc.uniqueArray(mark, { maxLength: 3, selector: ({ user_id }) => user_id }),
  muted_topics: fc.uniqueArray(
    fc.record({
      user_id: fc.constantFrom(...people),
      stream_id: fc.constantFrom(...streams),
      topic,
      date_muted: time,
    }),
    { maxLength: 4, selector: ({ user_id, stream_id, topic: name }) => `${user_id} ${stream_id} ${name}` },
  ),
  muted_users: fc.uniqueArray(
    fc.record({ user_id: fc.constantFrom(3, 4), muted_user_id: fc.constantFrom(1, 5), date_muted: time }),
    { maxLength: 3, selector: ({ user_id, muted_user_id }) => `${user_id} ${muted_user_id}` },
  ),
  drafts: fc.array(
    fc.record({
      user_id: fc.constantFrom(...people),
      type: fc.constant('stream' as const),
      recipients: fc.constantFrom(...streams).map((id) => [id]),
      topic,
      content: markdown,
      edited_at: time,
    }),
    { maxLength: 3 },
  ),
  linkifiers: fc.uniqueArray(fc.constantFrom('#(?P<id>[0-9]+)', 'T(?P<id>[0-9]+)'), { maxLength: 2 }),
  domains: fc.uniqueArray(fc.constantFrom('a.example', 'b.example'), { maxLength: 2 }),
})

export type Organization = typeof organization extends fc.Arbitrary<infer O> ? O : never

/** The records of an archive of it. Messages are in the order of their ids and times. */
export function chaptersOf(made: Organization, owner: { email: string; full_name: string }): Chapters {
  const { messages, linkifiers, domains, robots, ...others } = made
  const system = { type: 1, owner_id: null, is_system_bot: true } as const
  return {
    ...others,
    streams: [stream(general, { name: 'general' }), ...made.streams],
    profile_fields: [{ id: 1, type: 1, name: 'Boat', hint: '', field_data: '' }],
    users: [
      user(1, { delivery_email: owner.email, full_name: owner.full_name, role: 100 }),
      user(2, { delivery_email: 'notification-bot@rivulet.invalid', full_name: 'Notification Bot', bot: system }),
      ...made.users,
      ...robots.map(({ account }) => account),
    ],
    bots: robots.map(({ settings }) => settings),
    linkifiers: linkifiers.map((pattern, index) => ({
      id: index + 1,
      pattern,
      url_format: 'https://x.example/%(id)s',
    })),
    domains: domains.map((domain) => ({ domain, allow_subdomains: true })),
    conversations: conversations.map((id) => ({ id, members: membersOf[id]!, unread_from: {} })),
    files: [
      {
        id: 1,
        user_id: 3,
        name: 'tides.txt',
        content_type: 'text/plain',
        size: 5,
        created_at: longAgo,
        file: null,
      },
    ],
    messages: messages
      .toSorted((a, b) => a.id - b.id)
      .map(({ place, edit, sent_at, topic: name, ...some }) => {
        const members = membersOf[place]
        const isEdited = edit !== null && edit.prev_content !== some.content
        return message(some.id, {
          ...some,
          sent_at: longAgo + some.id * 10 + sent_at,
          ...(members === undefined
            ? { stream_id: place, topic: name }
            : { stream_id: null, conversation_id: place, topic: '' }),
          sender_id: members === undefined || members.includes(some.sender_id) ? some.sender_id : members[0]!,
          last_edit_at: isEdited ? longAgo + 999_999 : null,
          edit_history: isEdited
            ? [{ user_id: edit.user_id, timestamp: longAgo + 999_999, prev_content: edit.prev_content }]
            : [],
          files: some.content.includes('/user_uploads/1') ? [1] : [],
        })
      }),
  }
}
