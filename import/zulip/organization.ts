import type { Records } from '../../src/archive/records.ts'
import { plainName, UniqueNames } from '../shared/names.ts'
import { shortenText } from '../shared/text.ts'
import { flagOf, listOf, textOf, wholeNumberOf, type Fields } from '../shared/values.ts'
import { realmSettings, userSettingsDefaults } from './settings.ts'
import type { Source } from './source.ts'

/** Settings and lists of the organization, which depend on nobody. */

export function addRealm({ tables, sink, ids, pictures, times }: Source): void {
  const [row = {}] = tables.rows('zerver_realm')
  const [defaults = {}] = tables.rows('zerver_realmuserdefault')
  sink.realm({
    name: shortenText(plainName(textOf(row['name'])), 100) || 'Zulip',
    description: shortenText(textOf(row['description']), 10_000),
    date_created: times.second(Number(row['date_created'])),
    settings: realmSettings(row, (id) => (id === null ? null : ids.streams.of(id))),
    user_settings_defaults: userSettingsDefaults(defaults),
    icon: pictures.realmPicture(row, 'icon'),
    logo: pictures.realmPicture(row, 'logo'),
    night_logo: pictures.realmPicture(row, 'night_logo'),
  })
}

/** Pronouns, which later versions have a type for, are a short text here. */
const pronouns = 8

/** The profile fields, in their order. */
export function profileFieldsOf({
  tables,
  ids,
  sink,
}: Pick<Source, 'tables' | 'ids' | 'sink'>): Records['profile_fields'][] {
  const names = new UniqueNames(40)
  return tables
    .rows('zerver_customprofilefield')
    .toSorted((a, b) => Number(a['order'] ?? 0) - Number(b['order'] ?? 0))
    .flatMap((row) => {
      const [original, type] = [wholeNumberOf(row['id']), wholeNumberOf(row['field_type'])]
      const name = plainName(textOf(row['name']))
      if (original === null || name === '' || type === null || type < 1 || type > pronouns) {
        sink.skip('profile fields of an unknown type')
        return []
      }
      const field_data = textOf(row['field_data'])
      return {
        id: ids.profileFields.give(original),
        type: type === pronouns ? 1 : type,
        name: names.take(name),
        hint: shortenText(textOf(row['hint']), 80),
        field_data: field_data.length <= 100_000 ? field_data : '',
      }
    })
}

/** A template of an address, as later versions have it (RFC 6570), in the older form; null if that has no words for it. */
function formatOf(row: Fields): string | null {
  const template = row['url_template']
  if (typeof template !== 'string') return textOf(row['url_format_string']) || null
  if (/\{(?!\+?\w+\})/.test(template)) return null
  return template.replaceAll('%', '%%').replaceAll(/\{\+?(\w+)\}/g, '%($1)s')
}

export function addLinkifiers({ tables, sink }: Source): void {
  let id = 0
  const patterns = new Set<string>()
  const inOrder = tables
    .rows('zerver_realmfilter')
    .toSorted((a, b) => Number(a['order'] ?? 0) - Number(b['order'] ?? 0))
  for (const row of inOrder) {
    const [pattern, url_format] = [textOf(row['pattern']), formatOf(row)]
    const isFit = pattern !== '' && pattern.length <= 10_000 && !patterns.has(pattern)
    if (!isFit || url_format === null || url_format.length > 10_000) {
      sink.skip('linkifiers that have no form here')
      continue
    }
    patterns.add(pattern)
    sink.add('linkifiers', { id: ++id, pattern, url_format })
  }
}

export function addPlaygrounds({ tables, sink }: Source): void {
  let id = 0
  for (const row of tables.rows('zerver_realmplayground')) {
    const template = textOf(row['url_template'])
    // Only the end of an address can be the code here.
    const url_prefix = textOf(row['url_prefix']) || /^([^{}]+)\{\+?code\}$/.exec(template)?.[1]
    const name = shortenText(plainName(textOf(row['name'])), 100)
    const pygments_language = textOf(row['pygments_language'])
    const isFit = name !== '' && pygments_language !== '' && pygments_language.length <= 100
    if (!isFit || url_prefix === undefined || url_prefix.length > 1000) {
      sink.skip('playgrounds that have no form here')
      continue
    }
    sink.add('playgrounds', { id: ++id, name, pygments_language, url_prefix })
  }
}

export function addDomains({ tables, sink }: Source): void {
  const domains = new Set<string>()
  for (const row of tables.rows('zerver_realmdomain')) {
    const domain = textOf(row['domain']).trim().toLowerCase()
    if (domain === '' || domain.length > 255 || domains.has(domain)) continue
    domains.add(domain)
    sink.add('domains', { domain, allow_subdomains: flagOf(row['allow_subdomains']) })
  }
}

export function addDefaultStreamGroups({ tables, sink, ids }: Source): void {
  const names = new UniqueNames(60)
  let id = 0
  for (const row of tables.rows('zerver_defaultstreamgroup')) {
    const streams = listOf(row['streams']).flatMap((one) => ids.streams.of(wholeNumberOf(one) ?? Number.NaN) ?? [])
    const name = plainName(textOf(row['name']))
    if (name === '' || streams.length > 10_000) continue
    const description = shortenText(textOf(row['description']), 1024)
    sink.add('default_stream_groups', { id: ++id, name: names.take(name), description, streams })
  }
}
