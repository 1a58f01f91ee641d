import { contentTypeOf } from '../../src/uploads/content-types.ts'
import {
  ArchiveError,
  firstForeignId,
  type ConversionOptions,
  type ConversionSink,
  type Converter,
  type SourceFiles,
} from '../conversion.ts'
import { EmojiShortcodes, rocketChatSequences } from '../shared/emoji-shortcodes.ts'
import { emojiName, emojiNames, plainName } from '../shared/names.ts'
import { subscriptionRecord } from '../shared/records.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import { Times } from '../shared/times.ts'
import type { Upload } from '../shared/uploads.ts'
import { fieldsOf, listOf, textOf, type Fields } from '../shared/values.ts'
import { Dump, keyOf, millisecondsOf } from './dump.ts'
import { addGridFiles } from './grid-files.ts'
import { People } from './people.ts'
import { Rooms } from './rooms.ts'
import { isUnread, survey, type Survey } from './survey.ts'
import { Talk } from './talk.ts'

/**
 * A dump of Rocket.Chat's database by mongodump. Rooms become streams and conversations, threads become topics, and talk outside of
 * threads a topic for each month. Discussions in public channels become topics, those in private ones streams of their own.
 */
export const rocketchat: Converter = {
  kind: 'rocketchat',
  title: 'Rocket.Chat (mongodump)',
  recognizes: async (files) => isDump(new Dump(files)),
  convert,
}

const isDump = (dump: Dump): boolean => dump.has('rocketchat_message') && dump.has('rocketchat_room')

async function convert(files: SourceFiles, sink: ConversionSink, options: ConversionOptions): Promise<void> {
  const dump = new Dump(files)
  if (!isDump(dump)) throw new ArchiveError('There is no rocketchat_message.bson or no rocketchat_room.bson here.')
  const times = new Times(options.now)
  const people = new People()
  for await (const user of dump.documents('users')) people.add(user, { isListed: true })
  const roomFields = await roomsIn(dump)
  for (const room of roomFields) addMembers(room, people)
  const roomKeys = new Set(roomFields.map((room) => keyOf(room['_id'])))
  const found = await survey(dump, { people, rooms: roomKeys, times, sink })

  await addRealm(dump, sink, times.second(people.firstJoined ?? options.now))
  const avatars = await addAvatars(dump, people, sink)
  people.report(sink, { options, times, avatars })
  const emoji = await addCustomEmoji(dump, sink)
  const rooms = new Rooms(roomFields, people, found.months)
  rooms.reportStreams(sink, times)
  const uploads = await addUploads(dump, { people, sink, times, survey: found })
  const talk = new Talk({ sink, people, rooms, survey: found, emoji, uploads, times })
  for await (const message of dump.documents('rocketchat_message')) talk.surveyMessage(message)
  const unread = await addSubscriptions(dump, { people, rooms, sink, survey: found })
  rooms.reportConversations(sink, talk.conversations, (id, user_id) => unread.get(`${id} ${user_id}`) ?? null)
  for await (const message of dump.documents('rocketchat_message')) talk.add(message)
}

/** Types of rooms in which people talk with each other, and not with customers. */
const roomTypes = new Set(['c', 'p', 'd'])

async function roomsIn(dump: Dump): Promise<Fields[]> {
  const rooms: Fields[] = []
  for await (const room of dump.documents('rocketchat_room')) if (roomTypes.has(textOf(room['t']))) rooms.push(room)
  return rooms
}

/** Members of a direct conversation who were deleted. Only their names are left. */
function addMembers(room: Fields, people: People): void {
  if (room['t'] !== 'd') return
  const usernames = listOf(room['usernames'])
    .map(textOf)
    .filter((username) => username !== '' && people.findByUsername(username) === null)
  for (const key of listOf(room['uids']))
    if (people.of(key) === null) people.add({ _id: key, username: usernames.shift() }, { isListed: false })
}

/** The name of the organization. Nothing else is read of the settings, which have secrets among them. */
async function addRealm(dump: Dump, sink: ConversionSink, date_created: number): Promise<void> {
  for await (const { _id: id, value } of dump.documents('rocketchat_settings')) {
    const name = id === 'Site_Name' ? shortenText(plainName(textOf(value)), 100) : ''
    if (name === '') continue
    const none = { icon: null, logo: null, night_logo: null }
    sink.realm({ name, description: '', date_created, settings: {}, user_settings_defaults: {}, ...none })
    return
  }
}

/** Pictures of people, as paths in the archive by the keys of users. */
async function addAvatars(dump: Dump, people: People, sink: ConversionSink): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  const wantedFiles = new Map<string, string>()
  for await (const avatar of dump.documents('rocketchat_avatars')) {
    const [key, person] = [keyOf(avatar['_id']), people.of(avatar['userId'])]
    if (key === '' || person === null || person.isBot || owners.has(person.key) || wantedFiles.has(key)) continue
    owners.set(person.key, key)
    wantedFiles.set(key, `files/avatars/${person.id}`)
  }
  const whole = await addGridFiles(dump, 'rocketchat_avatars', wantedFiles, sink)
  if (whole.size < wantedFiles.size) sink.skip('pictures of people without content', wantedFiles.size - whole.size)
  return new Map([...owners].filter(([, key]) => whole.has(key)).map(([owner, key]) => [owner, wantedFiles.get(key)!]))
}

async function addCustomEmoji(dump: Dump, sink: ConversionSink): Promise<EmojiShortcodes> {
  const emoji = new EmojiShortcodes(rocketChatSequences)
  const names = emojiNames()
  const added: { id: number; name: string; source: string; file: string; aliases: string[] }[] = []
  const wantedFiles = new Map<string, string>()
  for await (const custom of dump.documents('rocketchat_custom_emoji')) {
    const [source, extension] = [textOf(custom['name']), textOf(custom['extension'])]
    const [name, file] = [emojiName(source), encodeURIComponent(`${source}.${extension}`)]
    if (name === null || wantedFiles.has(file)) sink.skip('emoji without a name that can be typed')
    else {
      const id = firstForeignId + added.length
      added.push({ id, name: names.take(name), source, file, aliases: listOf(custom['aliases']).map(textOf) })
      wantedFiles.set(file, `files/emoji/${id}`)
    }
  }
  const bucket = dump.has('custom_emoji.files') ? 'custom_emoji' : 'rocketchat_custom_emoji'
  const whole = await addGridFiles(dump, bucket, wantedFiles, sink)
  for (const { id, name, source, file, aliases } of added) {
    if (!whole.has(file)) {
      sink.skip('custom emoji without a picture')
      continue
    }
    sink.add('emoji', {
      id,
      name,
      author_id: null,
      deactivated: false,
      picture: wantedFiles.get(file)!,
      still_picture: null,
    })
    for (const one of [...aliases, source]) if (one !== '') emoji.addCustom(one, { id, name })
  }
  return emoji
}

interface UploadReads {
  readonly people: People
  readonly sink: ConversionSink
  readonly times: Times
  readonly survey: Survey
}

/** The files of messages that the database itself has. Those in other stores are not in the dump. */
async function addUploads(
  dump: Dump,
  { people, sink, times, survey: { files } }: UploadReads,
): Promise<Map<string, Upload>> {
  const ids = new Map([...files.keys()].map((key, index) => [key, firstForeignId + index]))
  const wantedFiles = new Map([...ids].map(([key, id]) => [key, `files/uploads/${id}`]))
  const whole = await addGridFiles(dump, 'rocketchat_uploads', wantedFiles, sink)
  const types = new Map<string, string>()
  for await (const upload of dump.documents('rocketchat_uploads')) {
    const key = keyOf(upload['_id'])
    if (whole.has(key)) types.set(key, textOf(upload['type']))
  }
  const uploads = new Map<string, Upload>()
  for (const [key, { name, type, sender, milliseconds }] of files) {
    const size = whole.get(key)
    if (size === undefined) continue
    const upload = { id: ids.get(key)!, name: shortenText(inOneLine(name), 200) || 'file' }
    uploads.set(key, upload)
    sink.add('files', {
      ...upload,
      user_id: people.of(sender)!.id,
      content_type: contentTypeOf({ type: types.get(key) ?? type, file_name: upload.name }),
      size,
      created_at: times.second(milliseconds / 1000),
      file: wantedFiles.get(key)!,
    })
  }
  return uploads
}

interface SubscriptionReads {
  readonly people: People
  readonly rooms: Rooms
  readonly sink: ConversionSink
  readonly survey: Survey
}

/** `all` and `nothing` decide; `mentions` is what a general setting says, too. */
const noticeOf = (value: unknown): boolean | null => (value === 'all' ? true : value === 'nothing' ? false : null)

/** The first of these messages, which are ordered by time, after a time. */
function firstAfter<Message extends readonly [milliseconds: number, key: string]>(
  messages: readonly Message[],
  milliseconds: number,
): Message | undefined {
  let [low, high] = [0, messages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (messages[middle]![0] <= milliseconds) low = middle + 1
    else high = middle
  }
  return messages[low]
}

/** Adds subscriptions to streams. Returns the first unread message of people in conversations, by ids of both. */
async function addSubscriptions(
  dump: Dump,
  { people, rooms, sink, survey: { order, unreadRooms } }: SubscriptionReads,
): Promise<Map<string, number>> {
  const firstUnread = new Map<string, number>()
  const seenIds = new Set<string>()
  for (const messages of unreadRooms.values()) messages.sort(([a], [b]) => a - b)
  for await (const fields of dump.documents('rocketchat_subscription')) {
    const [user, room] = [people.of(fieldsOf(fields['u'])['_id']), rooms.of(fields['rid'])]
    const key = `${user?.id} ${room?.key}`
    if (user === null || room === null || room.kind === 'topic' || seenIds.has(key)) continue
    seenIds.add(key)
    const seenAt = isUnread(fields) ? millisecondsOf(fields['ls']) : null
    const first = seenAt === null ? undefined : firstAfter(unreadRooms.get(room.key) ?? [], seenAt)
    const unread_from = first === undefined ? null : order.idOf(first[1])
    if (room.kind === 'conversation') {
      if (unread_from !== null && room.members.includes(user.id)) firstUnread.set(`${room.id} ${user.id}`, unread_from)
      continue
    }
    sink.add(
      'subscriptions',
      subscriptionRecord({
        user_id: user.id,
        stream_id: room.stream.id,
        is_muted: fields['disableNotifications'] === true,
        pin_to_top: fields['f'] === true,
        desktop_notifications: noticeOf(fields['desktopNotifications']),
        push_notifications: noticeOf(fields['mobilePushNotifications']),
        email_notifications: noticeOf(fields['emailNotifications']),
        wildcard_mentions_notify: fields['muteGroupMentions'] === true ? false : null,
        spans: unread_from === null ? [] : [{ from: 1, to: null, unread_from, ended_at: null, ended_name: null }],
      }),
    )
  }
  return firstUnread
}
