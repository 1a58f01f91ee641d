import type { Records } from '../../archive/records'
import { assertRoom, assertWithin } from '../../accounts/limit-room'
import { countUse } from '../../accounts/limit-use'
import { newKey } from '../../auth/keys'
import { ApiError } from '../../core/base/errors'
import { parsedJson } from '../../core/base/json'
import { foldCase } from '../../core/base/unicode'
import { fragment } from '../../core/sql/sql'
import { domainName } from '../../domains/names'
import { domainsOfRealm } from '../../domains/queries'
import { realmEmoji } from '../../emoji/queries'
import { linkifiersOf } from '../../linkifiers/queries'
import { linkifierProblem } from '../../markdown/linkifiers'
import { playgroundsOf } from '../../playgrounds/queries'
import { fieldData } from '../../profile-fields/field-data'
import { fieldTypes, type FieldType } from '../../profile-fields/field-types'
import { profileFields } from '../../profile-fields/queries'
import { groupsOfRealm } from '../../user-groups/queries'
import { insertGroups } from '../../user-groups/writes'
import type { Batch, BatchStep, Reference } from '../batch'
import { tidyLine } from '../tidy-names'

/** Custom profile fields, after those that exist. */
export async function writeProfileFields(batch: Batch<Records['profile_fields']>): Promise<BatchStep> {
  const { turn, records } = batch
  const { realm_id, cached } = turn
  await batch.assertFree('field', ({ id }) => id)
  const present = await cached(profileFields, realm_id)
  assertWithin('profileFields', present.length + records.length)
  const names = new Set(present.map(({ name }) => foldCase(name)))
  const types: number[] = Object.values(fieldTypes)
  const fields = records.map(({ id, type, ...record }, index) => {
    if (!types.includes(type)) batch.refuse(index, 'type', 'There is no such type')
    const name = tidyLine(record.name, 40)
    assertNew(batch, index, names, name)
    return {
      id: batch.idOf('field', id),
      type,
      name,
      name_key: foldCase(name),
      hint: tidyLine(record.hint, 80),
      field_data: dataOf(batch, index, type as FieldType, record.field_data),
      place: present.length + index,
    }
  })
  return {
    writes: [
      fragment`
        insert into profile_field (id, realm_id, type, name, name_key, hint, field_data, place)
        select value ->> 'id', ${realm_id}, value ->> 'type', value ->> 'name', value ->> 'name_key', value ->> 'hint',
          value ->> 'field_data', value ->> 'place'
        from json_each(${JSON.stringify(fields)})`,
    ],
    rows: 2 * fields.length,
  }
}

function dataOf(batch: Batch<Records['profile_fields']>, index: number, type: FieldType, data: string): string {
  try {
    return fieldData(type, data === '' ? null : parsedJson(data))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return batch.refuse(index, 'field_data', error.message)
  }
}

/** Refuses a name that is empty, or that another one has in any case. */
function assertNew<R>(batch: Batch<R>, index: number, names: Set<string>, name: string): void {
  if (name === '') batch.refuse(index, 'name', 'The name has no printable character')
  if (names.has(foldCase(name))) batch.refuse(index, 'name', 'Another one has this name')
  names.add(foldCase(name))
}

/** Custom emoji. Their pictures come later, under names that are given here, because messages have them in their HTML. */
export async function writeEmoji(batch: Batch<Records['emoji']>): Promise<BatchStep> {
  const { turn, records } = batch
  const { realm_id, actor, cached } = turn
  await Promise.all([
    batch.assertFree('emoji', ({ id }) => id),
    batch.assertReferences(({ author_id }) =>
      author_id === null ? [] : [{ kind: 'user', id: author_id, field: 'author_id' }],
    ),
    assertRoom(turn, 'customEmoji', records.length),
  ])
  const names = new Set(
    (await cached(realmEmoji, realm_id)).filter(({ deactivated }) => !deactivated).map(({ name }) => name),
  )
  const emoji = records.map(({ id, author_id, deactivated, picture, ...record }, index) => {
    const name = record.name
      .toLowerCase()
      .replaceAll(/[^0-9a-z._-]/g, '_')
      .replace(/[._-]+$/, '')
    if (name === '') batch.refuse(index, 'name', 'The name has no letter or digit')
    if (!deactivated && names.has(name)) batch.refuse(index, 'name', 'Another emoji has this name')
    if (!deactivated) names.add(name)
    if (name !== record.name) batch.note(index, `The emoji is called ${name} here`)
    return {
      id: batch.idOf('emoji', id),
      name,
      author_id: author_id === null ? null : batch.idOf('user', author_id),
      deactivated,
      file_name: `${newKey()}.${/\.(gif|jpg|png|webp)$/.exec(picture)?.[1] ?? 'png'}`,
    }
  })
  return {
    writes: [
      fragment`
        insert into realm_emoji (id, realm_id, name, author_id, deactivated, file_name)
        select value ->> 'id', ${realm_id}, value ->> 'name', value ->> 'author_id', value ->> 'deactivated',
          value ->> 'file_name'
        from json_each(${JSON.stringify(emoji)})`,
      countUse('customEmoji', { user_id: actor.id, amount: emoji.length }),
    ],
    rows: 3 * emoji.length + 1,
  }
}

/** User groups. System groups exist already, and only their ids are noted. */
export async function writeUserGroups(batch: Batch<Records['user_groups']>): Promise<BatchStep> {
  const { turn, records } = batch
  const { realm_id, actor, cached } = turn
  const present = await cached(groupsOfRealm, realm_id)
  const system = new Map(
    present.filter(({ is_system_group }) => is_system_group).map((group) => [group.name, group.id]),
  )
  const isPresent = ({ name, is_system_group }: Records['user_groups']): boolean => is_system_group && system.has(name)
  const takenIds = new Set(present.map(({ id }) => id))
  for (const record of records) {
    if (isPresent(record)) batch.addAlias('group', record.id, system.get(record.name)!)
    else if (takenIds.has(batch.idOf('group', record.id))) batch.addAlias('group', record.id, turn.next('user_group'))
  }
  const members = records.filter(isNew).flatMap((record) => record.members)
  await Promise.all([
    batch.assertFree('group', (record) => (isNew(record) ? record.id : null)),
    batch.assertReferences((record) =>
      isNew(record) ? record.members.map((id): Reference => ({ kind: 'user', id, field: 'members' })) : [],
    ),
    assertRoom(turn, 'userGroups', records.filter(isNew).length),
    assertRoom(turn, 'groupMembers', members.length),
  ])
  const names = new Set(present.map(({ name }) => foldCase(name)))
  const groups = records.flatMap((record, index) => {
    if (!isNew(record)) {
      if (!isPresent(record)) batch.note(index, 'There is no such system group here: it is left out')
      return []
    }
    const name = tidyLine(record.name, 60)
    assertNew(batch, index, names, name)
    return [
      {
        id: batch.idOf('group', record.id),
        name,
        description: tidyLine(record.description, 1024),
        is_system_group: 0,
        creator_id: actor.id,
        members: [...new Set(record.members.map((id) => batch.idOf('user', id)))],
      },
    ]
  })
  const pairs = groups.flatMap((group) => group.members.map((user_id) => [group.id, user_id]))
  return {
    writes: [
      insertGroups(realm_id, groups),
      fragment`
        insert into user_group_member (group_id, user_id, adder_id)
        select value ->> 0, value ->> 1, ${actor.id} from json_each(${JSON.stringify(pairs)})`,
      countUse('userGroups', { user_id: actor.id, amount: groups.length }),
      countUse('groupMembers', { user_id: actor.id, amount: pairs.length }),
    ],
    rows: 2 * groups.length + pairs.length + 2,
  }
}

const isNew = ({ is_system_group }: Records['user_groups']): boolean => !is_system_group

/** Linkifiers. One whose pattern this server cannot use is left out. */
export async function writeLinkifiers(batch: Batch<Records['linkifiers']>): Promise<BatchStep> {
  const { turn, records } = batch
  await batch.assertFree('linkifier', ({ id }) => id)
  const present = await turn.cached(linkifiersOf, turn.realm_id)
  assertWithin('linkifiers', present.length + records.length)
  const patterns = new Set(present.map(({ pattern }) => pattern))
  const linkifiers = records.flatMap(({ id, pattern, url_format }, index) => {
    const problem = patterns.has(pattern)
      ? 'Another linkifier has this pattern'
      : (linkifierProblem(pattern, url_format)?.problem ?? null)
    patterns.add(pattern)
    if (problem === null) return [[batch.idOf('linkifier', id), pattern, url_format]]
    batch.note(index, `The linkifier is left out: ${problem}`)
    return []
  })
  return {
    writes: [
      fragment`
        insert into realm_linkifier (id, realm_id, pattern, url_format)
        select value ->> 0, ${turn.realm_id}, value ->> 1, value ->> 2 from json_each(${JSON.stringify(linkifiers)})`,
    ],
    rows: 2 * linkifiers.length,
  }
}

/** Code playgrounds. One whose address is none is left out. */
export async function writePlaygrounds(batch: Batch<Records['playgrounds']>): Promise<BatchStep> {
  const { turn, records } = batch
  await batch.assertFree('playground', ({ id }) => id)
  const present = await turn.cached(playgroundsOf, turn.realm_id)
  assertWithin('playgrounds', present.length + records.length)
  const keys = new Set(present.map(({ name, pygments_language }) => JSON.stringify([name, pygments_language])))
  const playgrounds = records.flatMap(({ id, ...record }, index) => {
    const name = tidyLine(record.name, 100)
    const pygments_language = record.pygments_language.trim()
    const key = JSON.stringify([name, pygments_language])
    const isGood = name !== '' && isLanguage(pygments_language) && isAddress(record.url_prefix) && !keys.has(key)
    keys.add(key)
    if (isGood) return [[batch.idOf('playground', id), name, pygments_language, record.url_prefix]]
    batch.note(index, 'The playground is left out: its name, its language or its address does not fit')
    return []
  })
  return {
    writes: [
      fragment`
        insert into playground (id, realm_id, name, pygments_language, url_prefix)
        select value ->> 0, ${turn.realm_id}, value ->> 1, value ->> 2, value ->> 3
        from json_each(${JSON.stringify(playgrounds)})`,
    ],
    rows: 2 * playgrounds.length,
  }
}

const isLanguage = (text: string): boolean => /^[A-Za-z0-9 _+\-./#]{1,40}$/.test(text)

const isAddress = (text: string): boolean =>
  text.length <= 1000 && /^https?:\/\/[^/?#\s]/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text)

/** Domains whose addresses may join. */
export async function writeDomains(batch: Batch<Records['domains']>): Promise<BatchStep> {
  const { turn, records } = batch
  const present = await turn.cached(domainsOfRealm, turn.realm_id)
  assertWithin('domains', present.length + records.length)
  const names = new Set(present.map(({ domain }) => domain))
  const domains = records.map(({ domain, allow_subdomains }, index) => {
    try {
      const name = domainName(domain)
      assertNew(batch, index, names, name)
      return [turn.next('realm_domain'), name, Number(allow_subdomains)]
    } catch (error) {
      if (error instanceof ApiError && error.refusal.extra['index'] === undefined)
        batch.refuse(index, 'domain', error.message)
      throw error
    }
  })
  return {
    writes: [
      fragment`
        insert into realm_domain (id, realm_id, domain, allow_subdomains)
        select value ->> 0, ${turn.realm_id}, value ->> 1, value ->> 2 from json_each(${JSON.stringify(domains)})`,
    ],
    rows: 2 * domains.length,
  }
}
