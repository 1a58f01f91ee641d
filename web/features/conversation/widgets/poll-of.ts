import type { Message } from '../../../../client'
import { additionsOf, isObject, isText, listOf, maxAdditions } from './additions'

interface Option {
  readonly key: string
  readonly text: string
  readonly voters: ReadonlySet<number>
}

interface Poll {
  readonly question: string
  readonly options: readonly Option[]
  /** How many options are not shown. */
  readonly hidden: number
  /** The number of the user's next option; null if they have added too many. */
  readonly next: number | null
}

/** The highest number of an option. */
const highest = 1000

const isNumber = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

/** The poll in a message, counted as all clients do; null if the message is no poll (endpoints, Submessage). */
export function pollOf(message: Message, user_id: number): Poll | null {
  const [first, ...rest] = additionsOf(message)
  if (first?.value['widget_type'] !== 'poll') return null
  const given = isObject(first.value['extra_data']) ? first.value['extra_data'] : {}
  const options = new Map<string, { key: string; text: string; voters: Set<number> }>()
  let question = isText(given['question']) ? given['question'] : ''
  let next = 1

  function addOption(by: number | 'canned', idx: unknown, text: unknown): void {
    if (!isNumber(idx) || idx > highest || !isText(text)) return
    const key = `${by},${idx}`
    options.set(key, { key, text, voters: new Set() })
    if (by === user_id) next = Math.max(next, idx + 1)
  }

  for (const [idx, text] of listOf(given['options']).entries()) addOption('canned', idx, text)
  for (const { sender_id, value } of rest) {
    const { type, key, vote, idx, option } = value
    if (type === 'new_option') addOption(sender_id, idx, option)
    else if (type === 'question' && sender_id === message.sender_id && isText(value['question']))
      question = value['question']
    else if (type === 'vote' && isText(key)) {
      if (vote === 1) options.get(key)?.voters.add(sender_id)
      else options.get(key)?.voters.delete(sender_id)
    }
  }
  const all = [...options.values()]
  return {
    question: question.trim(),
    options: all.slice(0, maxAdditions),
    hidden: Math.max(0, all.length - maxAdditions),
    next: next > highest ? null : next,
  }
}
