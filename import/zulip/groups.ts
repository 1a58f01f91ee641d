import { firstForeignId } from '../conversion.ts'
import { plainName, UniqueNames } from '../shared/names.ts'
import { shortenText } from '../shared/text.ts'
import { isFields, listOf, textOf, wholeNumberOf, type Fields } from '../shared/values.ts'
import type { Source } from './source.ts'

const maxNameLength = 60

/** A set of values for each key. */
class Sets {
  private readonly sets = new Map<number, Set<number>>()

  add(key: unknown, value: unknown): void {
    const [from, to] = [wholeNumberOf(key), wholeNumberOf(value)]
    if (from === null || to === null) return
    this.sets.set(from, (this.sets.get(from) ?? new Set()).add(to))
  }

  of(key: number): ReadonlySet<number> {
    return this.sets.get(key) ?? new Set()
  }
}

/** Adds user groups. Members of a group within another become its members. Returns the names that had to change. */
export function addUserGroups({ tables, people, sink }: Source): Map<string, string> {
  const [members, parts] = [new Sets(), new Sets()]
  const groups = new Map<number, Fields>()
  for (const row of tables.rows('zerver_usergroup')) {
    const id = wholeNumberOf(row['id'])
    if (id !== null) groups.set(id, row)
    for (const user of listOf(row['direct_members'])) members.add(row['id'], user)
    for (const part of listOf(row['direct_subgroups'])) parts.add(row['id'], part)
  }
  // Later versions keep names apart, because most of their groups are the values of settings and have none.
  for (const row of tables.rows('zerver_namedusergroup')) {
    const id = wholeNumberOf(row['usergroup_ptr'])
    if (id !== null) groups.set(id, { ...groups.get(id), ...row })
  }
  for (const row of tables.rows('zerver_usergroupmembership')) members.add(row['user_group'], row['user_profile'])
  for (const row of tables.rows('zerver_groupgroupmembership')) parts.add(row['supergroup'], row['subgroup'])

  const names = new UniqueNames(maxNameLength)
  const renamed = new Map<string, string>()
  let upcoming = firstForeignId
  for (const [id, row] of groups) {
    const original = textOf(row['name'])
    const name = plainName(original).replaceAll('*', '')
    if (!isFields(row) || name === '') continue
    if (row['deactivated'] === true) {
      sink.skip('deactivated user groups')
      continue
    }
    const is_system_group = row['is_system_group'] === true
    const unique = names.take(name)
    if (unique !== original) renamed.set(original, unique)
    const all = is_system_group ? [] : membersOf(id, members, parts).flatMap((user) => people.of(user)?.id ?? [])
    sink.add('user_groups', {
      id: upcoming++,
      name: unique,
      description: shortenText(textOf(row['description']), 1024),
      is_system_group,
      members: [...new Set(all)].toSorted((a, b) => a - b).slice(0, 10_000),
    })
  }
  return renamed
}

/** The members of a group and of all groups within it, which may form a ring. */
function membersOf(group: number, members: Sets, parts: Sets): number[] {
  const groups = new Set([group])
  for (const one of groups) for (const part of parts.of(one)) groups.add(part)
  return [...groups].flatMap((one) => [...members.of(one)])
}
