import type { Conversation } from '../store/conversation'
import type { Store } from '../store/store'
import type { Term, Terms } from './terms'

/** What addresses call streams and people, by their ids. */
export interface Names {
  readonly user_id: number
  readonly streams: ReadonlyMap<number, { readonly stream_id: number; readonly name: string }>
  readonly people: ReadonlyMap<number, { readonly user_id: number; readonly full_name: string; readonly email: string }>
}

/** The names as a store has them now. Nothing is copied, because each message on the screen has an address. */
export const namesOf = ({ user_id, streams, users }: Pick<Store, 'user_id' | 'streams' | 'users'>): Names => ({
  user_id,
  streams: streams.all.value,
  people: users.all.value,
})

/** A narrow, and the message at which it is opened. */
export interface NarrowLink {
  readonly terms: Terms
  readonly near?: number
}

/** A longer text is no address. */
const maxAddressCharacters = 20_000

/** An address with more terms is none. */
const maxTerms = 80

/** Names that other clients give to operators. */
const otherNames: Readonly<Record<string, string>> = {
  channel: 'stream',
  channels: 'streams',
  subject: 'topic',
  dm: 'pm-with',
  pm_with: 'pm-with',
  'dm-including': 'group-pm-with',
  group_pm_with: 'group-pm-with',
  from: 'sender',
  with: 'near',
}

/** The other operators with their operands: texts, or one of a few words. */
const otherOperators =
  /^(topic:|search:.*\S|id:\d+$|streams:(web-)?public$|in:(home|all)$|has:(attachment|image|link)$|is:(private|starred|unread|mentioned|alerted|resolved)$)/s

/** Text as addresses carry it: percent-encoded, with `.` in the place of `%`. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')

const idWithName = (id: unknown, name = ''): string => id + (name && `-${encode(name.replaceAll(' ', '-'))}`)

/** The narrow of a conversation. Messages to oneself are a conversation with oneself. */
export const termsOfConversation = (to: Conversation, selfId: number): Terms =>
  'topic' in to
    ? [
        { operator: 'stream', operand: to.stream_id },
        { operator: 'topic', operand: to.topic },
      ]
    : [{ operator: 'pm-with', operand: to.user_ids.length > 0 ? to.user_ids : [selfId] }]

/** The address of a narrow, as the server writes it into messages (markdown, Streams and topics). */
export function addressOf(terms: Terms, names: Names, near?: number): string {
  const person = (id: unknown) => idWithName(id, names.people.get(id as number)?.full_name)
  const parts = terms.map(({ operator, operand, negated }) => {
    const shown = Array.isArray(operand)
      ? operand.length === 1
        ? person(operand[0])
        : `${operand.join()}-group`
      : typeof operand === 'string'
        ? encode(operand)
        : operator === 'stream'
          ? idWithName(operand, names.streams.get(operand as number)?.name)
          : person(operand)
    return `/${negated ? '-' : ''}${operator}/${shown}`
  })
  return `/#narrow${parts.join('')}${near === undefined ? '' : `/near/${near}`}`
}

/** The narrow of an address, as the server or another client writes it; null if it is none. */
export function termsOf(address: string, names: Names): NarrowLink | null {
  const found = address.length > maxAddressCharacters ? null : /^\/?#narrow(?:\/(.*))?$/s.exec(address)
  if (found === null) return null
  const parts = (found[1] ?? '').split('/')
  if (parts.length % 2 === 1 && parts.pop() !== '') return null
  if (parts.length > 2 * maxTerms) return null
  const terms: Term[] = []
  let near: number | undefined
  try {
    for (let at = 0; at < parts.length; at += 2) {
      const [, sign, name] = /^(-?)(.*)$/s.exec(decode(parts[at]!))!
      const operator = Object.hasOwn(otherNames, name!) ? otherNames[name!]! : name!
      const text = decode(parts[at + 1]!)
      const operand = operandOf(operator, text, names)
      if (operator === 'near') near = /^\d{1,15}$/.test(text) ? Number(text) : near
      else if (operand === null) return null
      else terms.push({ operator, operand, ...(sign && { negated: true }) })
    }
  } catch {
    return null
  }
  return { terms, ...(near !== undefined && { near }) }
}

/** Throws what is no percent-encoding. */
const decode = (text: string): string => decodeURIComponent(text.replaceAll('.', '%'))

function operandOf(operator: string, text: string, { user_id: own, streams, people }: Names): Term['operand'] | null {
  const id = /^\d{1,15}(?=-|$)/.exec(text)?.[0]
  const same = text.toLowerCase()
  if (operator === 'stream') {
    const stream = streams.get(Number(id)) ?? [...streams.values()].find(({ name }) => name.toLowerCase() === same)
    return stream?.stream_id ?? (id ? Number(id) : null)
  }
  const person = (email: string) =>
    [...people.values()].find((one) => one.email.toLowerCase() === email.trim())?.user_id
  if (operator === 'sender' || operator === 'group-pm-with') return id ? Number(id) : (person(same) ?? null)
  if (operator === 'pm-with') {
    const listed = /^\d{1,15}(?:,\d{1,15})*(?=-|$)/.exec(text)?.[0].split(',').map(Number)
    const ids = new Set(listed ?? same.split(',').map(person))
    if (ids.size > 1) ids.delete(own)
    return ids.has(undefined) ? null : ([...ids] as number[])
  }
  const word = text === 'dm' && operator === 'is' ? 'private' : text
  return otherOperators.test(`${operator}:${word}`) ? word : null
}
