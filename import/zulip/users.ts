import type { Records } from '../../src/archive/records.ts'
import { userRecord } from '../shared/records.ts'
import { shortenText } from '../shared/text.ts'
import { flagOf, numberOf, textOf, wholeNumberOf, type Fields } from '../shared/values.ts'
import { emojiOf } from './emoji.ts'
import { botTypeOf, isBot, roleOf, type People } from './people.ts'
import { timezoneOf, userSettings, userSettingsDefaults } from './settings.ts'
import type { Source } from './source.ts'

function statusOf(row: Fields | undefined, source: Source): Records['users']['status'] {
  if (row === undefined) return null
  const isAway = row['status'] === 1
  const text = shortenText(textOf(row['status_text']), 60)
  const emoji = emojiOf(row, source)
  if (!isAway && text === '' && emoji === null) return null
  return { away: isAway, text, ...(emoji ?? { emoji_name: '', emoji_code: '', reaction_type: '' }) }
}

const byUser = (rows: readonly Fields[]): Map<unknown, Fields[]> => Map.groupBy(rows, (row) => row['user_profile'])

/** Adds users, and settings and data of bots. */
export function addPeople(source: Source): void {
  const { tables, people, sink, times, addresses, pictures } = source
  const [defaultsRow = {}] = tables.rows('zerver_realmuserdefault')
  const defaults = userSettingsDefaults(defaultsRow)
  const alertWords = byUser(tables.rows('zerver_alertword'))
  const statuses = byUser(tables.rows('zerver_userstatus'))
  const values = byUser(tables.rows('zerver_customprofilefieldvalue'))
  for (const person of people.all) {
    const { id, full_name, row } = person
    const original = row['id']
    const owner = isBot(person) ? people.ownerOf(person) : null
    if (isBot(person) && owner === null) sink.skip('bots without an owner, which became inactive people')
    const isDummy = row['is_mirror_dummy'] === true || (isBot(person) && owner === null)
    sink.add(
      'users',
      userRecord({
        id,
        full_name,
        delivery_email: addresses.of(textOf(row['delivery_email']), full_name, String(original)),
        role: roleOf(row),
        is_active: flagOf(row['is_active'], true) && !isDummy,
        date_joined: times.second(numberOf(row['date_joined'])),
        timezone: timezoneOf(row),
        settings: userSettings(row, defaults),
        avatar: pictures.avatar(person),
        bot: owner === null ? null : { type: botTypeOf(person), owner_id: owner.id, is_system_bot: false },
        profile: profileOf(values.get(original) ?? [], source),
        alert_words: alertWordsOf(alertWords.get(original) ?? []),
        status: statusOf(statuses.get(original)?.at(-1), source),
      }),
    )
  }
  const { systemBot } = people
  if (systemBot !== null)
    sink.add('users', userRecord({ ...ofSystemBot, id: systemBot.id, full_name: systemBot.full_name, date_joined: 0 }))
}

const ofSystemBot = { bot: { type: 1, owner_id: null, is_system_bot: true } } as const

function alertWordsOf(rows: readonly Fields[]): string[] {
  const words = rows.map((row) => textOf(row['word']).trim()).filter((word) => word !== '' && word.length <= 100)
  const unique = new Map(words.toReversed().map((word) => [word.toLowerCase(), word]))
  return [...unique.values()].toReversed().slice(0, 1000)
}

/** Values of profile fields. People in them get their new ids. */
function profileOf(rows: readonly Fields[], { ids, people, fieldTypes }: Source): Record<string, string> {
  const profile: Record<string, string> = {}
  for (const row of rows) {
    const field = ids.profileFields.of(wholeNumberOf(row['field']) ?? Number.NaN)
    if (field === null) continue
    const value = shortenText(textOf(row['value']), 10_000)
    if (value !== '') profile[field] = fieldTypes.get(field) === 6 ? peopleIn(value, people) : value
  }
  return profile
}

function peopleIn(value: string, people: People): string {
  try {
    const ids: unknown = JSON.parse(value)
    if (Array.isArray(ids)) return JSON.stringify(ids.flatMap((id) => people.of(id)?.id ?? []))
  } catch {
    // Not a list of people.
  }
  return '[]'
}

/** Adds settings and data of bots. */
export function addBots({ tables, people, sink, ids }: Source): void {
  const services = byUser(tables.rows('zerver_service'))
  const byBot = (name: string) => Map.groupBy(tables.rows(name), (row) => row['bot_profile'])
  const [configs, storages] = [byBot('zerver_botconfigdata'), byBot('zerver_botstoragedata')]
  for (const person of people.all) {
    if (!isBot(person) || people.ownerOf(person) === null) continue
    const { id, row } = person
    const service = services.get(row['id'])?.[0]
    const streamId = (value: unknown) => ids.streams.of(wholeNumberOf(value) ?? Number.NaN)
    sink.add('bots', {
      user_id: id,
      default_sending_stream_id: streamId(row['default_sending_stream']),
      default_events_register_stream_id: streamId(row['default_events_register_stream']),
      default_all_public_streams: flagOf(row['default_all_public_streams']),
      payload_url: webAddress(service?.['base_url']),
      interface: service === undefined ? null : service['interface'] === 2 ? 2 : 1,
      config_data: dataOf(configs.get(row['id']) ?? [], 10_000),
      storage: dataOf(storages.get(row['id']) ?? [], 100_000),
    })
  }
}

const webAddress = (value: unknown): string | null => {
  const text = textOf(value)
  return /^https?:\/\/\S+$/.test(text) && text.length <= 10_000 ? text : null
}

/** Keys and values. A key that objects treat in a way of their own is left out. */
const dataOf = (rows: readonly Fields[], maxLength: number): Record<string, string> =>
  Object.fromEntries(
    rows
      .map((row) => [textOf(row['key']), textOf(row['value'])] as const)
      .filter(([key, value]) => key !== '' && key.length <= 1000 && key !== '__proto__' && value.length <= maxLength),
  )
