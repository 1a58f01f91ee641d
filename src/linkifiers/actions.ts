import { invalidation } from '../core/turn/query-cache'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused, refusedField } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { linkifierProblem } from '../markdown/linkifiers'
import { unprintable } from '../core/base/unicode'
import { everyone } from '../users/audience'
import { assertWithin } from '../accounts/limit-room'
import { assertAdministrator } from '../accounts/roles'
import { linkifiersOf, type LinkifierRow } from './queries'
import { filterOf } from './schema'

type LinkifierInput = Omit<LinkifierRow, 'id'>

/** Creates a linkifier, which turns matching text of later messages into links (endpoints, Linkifiers). */
export async function createLinkifier(turn: Turn, input: LinkifierInput): Promise<Change<{ id: number }>> {
  const linkifiers = await linkifiersToChange(turn)
  assertWithin('linkifiers', linkifiers.length + 1)
  assertLinkifier(input, linkifiers)
  const linkifier = { id: turn.next('linkifier'), ...input }
  const write = fragment`
    insert into realm_linkifier (id, realm_id, pattern, url_format)
    values (${linkifier.id}, ${turn.realm_id}, ${linkifier.pattern}, ${linkifier.url_format})`
  return { ...(await linkifiersChange(turn, [...linkifiers, linkifier], write)), result: { id: linkifier.id } }
}

export async function updateLinkifier(
  turn: Turn,
  { linkifier_id, ...input }: LinkifierInput & { linkifier_id: number },
): Promise<Change> {
  const linkifiers = await linkifiersToChange(turn)
  assertExists(linkifiers, linkifier_id)
  assertLinkifier(
    input,
    linkifiers.filter(({ id }) => id !== linkifier_id),
  )
  const updated = linkifiers.map((one) => (one.id === linkifier_id ? { id: linkifier_id, ...input } : one))
  const write = fragment`
    update realm_linkifier set pattern = ${input.pattern}, url_format = ${input.url_format}
    where id = ${linkifier_id}`
  return { ...(await linkifiersChange(turn, updated, write)), result: {} }
}

export async function deleteLinkifier(turn: Turn, { linkifier_id }: { linkifier_id: number }): Promise<Change> {
  const linkifiers = await linkifiersToChange(turn)
  assertExists(linkifiers, linkifier_id)
  const remaining = linkifiers.filter(({ id }) => id !== linkifier_id)
  const write = fragment`delete from realm_linkifier where id = ${linkifier_id}`
  return { ...(await linkifiersChange(turn, remaining, write)), result: {} }
}

async function linkifiersToChange({ actor, cached, realm_id }: Turn): Promise<LinkifierRow[]> {
  assertAdministrator(actor)
  return cached(linkifiersOf, realm_id)
}

function assertExists(linkifiers: readonly LinkifierRow[], linkifier_id: number): void {
  if (!linkifiers.some(({ id }) => id === linkifier_id)) throw refused('Linkifier not found.')
}

/** Refuses a linkifier that is malformed or too slow, or that has the pattern of another one. */
function assertLinkifier({ pattern, url_format }: LinkifierInput, others: readonly LinkifierRow[]): void {
  for (const [field, text] of Object.entries({ pattern, url_format_string: url_format }))
    if (unprintable.test(text)) throw refusedField(field, `Invalid character in ${field}`)
  const found = linkifierProblem(pattern, url_format)
  if (found !== null) throw refusedField(found.field, found.problem)
  if (others.some((other) => other.pattern === pattern))
    throw refusedField('__all__', 'A linkifier with this pattern already exists.')
}

async function linkifiersChange(
  turn: Turn,
  linkifiers: LinkifierRow[],
  write: Fragment,
): Promise<Omit<Change, 'result'>> {
  const all = await everyone(turn)
  return {
    writes: [write],
    events: [
      tell(all, { type: 'realm_linkifiers', realm_linkifiers: linkifiers }),
      tell(all, { type: 'realm_filters', realm_filters: linkifiers.map(filterOf) }),
    ],
    invalidates: [invalidation(linkifiersOf, turn.realm_id)],
  }
}
