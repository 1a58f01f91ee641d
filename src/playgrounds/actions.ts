import { invalidation } from '../core/turn/query-cache'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused, refusedField } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { characterCount, unprintable } from '../core/base/unicode'
import { everyone } from '../users/audience'
import { assertWithin } from '../accounts/limit-room'
import { assertAdministrator } from '../accounts/roles'
import { playgroundsOf, type PlaygroundRow } from './queries'

const longestName = 100
const longestPrefix = 1000

type PlaygroundInput = Omit<PlaygroundRow, 'id'>

/** Adds a playground (endpoints, Playgrounds). */
export async function createPlayground(turn: Turn, input: PlaygroundInput): Promise<Change<{ id: number }>> {
  const playgrounds = await playgroundsToChange(turn)
  assertWithin('playgrounds', playgrounds.length + 1)
  const { name, pygments_language, url_prefix } = validPlayground(input)
  if (playgrounds.some((other) => other.name === name && other.pygments_language === pygments_language))
    throw refusedField('__all__', 'A playground with this name and language already exists.')
  const id = turn.next('playground')
  const write = fragment`
    insert into playground (id, realm_id, name, pygments_language, url_prefix)
    values (${id}, ${turn.realm_id}, ${name}, ${pygments_language}, ${url_prefix})`
  const playground = { id, name, pygments_language, url_prefix }
  return { ...(await playgroundsChange(turn, [...playgrounds, playground], write)), result: { id } }
}

export async function deletePlayground(turn: Turn, { playground_id }: { playground_id: number }): Promise<Change> {
  const playgrounds = await playgroundsToChange(turn)
  const remaining = playgrounds.filter(({ id }) => id !== playground_id)
  if (remaining.length === playgrounds.length) throw refused('Invalid playground')
  const write = fragment`delete from playground where id = ${playground_id}`
  return { ...(await playgroundsChange(turn, remaining, write)), result: {} }
}

async function playgroundsToChange({ actor, cached, realm_id }: Turn): Promise<PlaygroundRow[]> {
  assertAdministrator(actor)
  return cached(playgroundsOf, realm_id)
}

/** A playground as it is stored, or a refusal. */
function validPlayground(raw: PlaygroundInput): PlaygroundInput {
  const name = raw.name.trim()
  const pygments_language = raw.pygments_language.trim()
  const url_prefix = raw.url_prefix.trim()
  if (name === '') throw refusedField('name', 'This field cannot be blank.')
  if (characterCount(name) > longestName)
    throw refusedField('name', `name is too long (limit: ${longestName} characters)`)
  if (unprintable.test(name)) throw refusedField('name', 'Invalid character in name')
  if (!/^[A-Za-z0-9 _+\-./#]{1,40}$/.test(pygments_language))
    throw refusedField('pygments_language', 'Invalid characters in pygments language')
  if (!isAddress(url_prefix)) throw refusedField('url_prefix', 'url_prefix is not a URL')
  return { name, pygments_language, url_prefix }
}

const isAddress = (text: string): boolean =>
  text.length <= longestPrefix && /^https?:\/\/[^/?#\s]/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text)

async function playgroundsChange(
  turn: Turn,
  playgrounds: PlaygroundRow[],
  write: Fragment,
): Promise<Omit<Change, 'result'>> {
  return {
    writes: [write],
    events: [tell(await everyone(turn), { type: 'realm_playgrounds', realm_playgrounds: playgrounds })],
    invalidates: [invalidation(playgroundsOf, turn.realm_id)],
  }
}
