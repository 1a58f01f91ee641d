import { characterCount } from '../core/base/unicode'
import { longestTopic } from '../messages/text'

/** Words before a subject that say that a mail is an answer or was passed on, in the languages of common programs. */
const prefixes = [
  're',
  'fw',
  'fwd',
  'aw',
  'wg',
  'sv',
  'vs',
  'antw',
  'tr',
  'rép',
  'res',
  'enc',
  'rv',
  '返信',
  '転送',
  'رد',
]

const prefix = new RegExp(`^(?:${prefixes.join('|')})(?:\\[\\d{1,3}\\])?\\s*[:：]\\s*`, 'iu')

/** Characters that no topic may have, and those that show nothing. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** Characters of a subject that are looked at. */
const maxCharacters = 1000

/** The topic for the subject of a mail; empty if there is none. */
export function topicOf(subject: string): string {
  let topic = subject.slice(0, maxCharacters).replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim()
  while (prefix.test(topic)) topic = topic.replace(prefix, '')
  if (characterCount(topic) <= longestTopic) return topic
  return `${Array.from(topic)
    .slice(0, longestTopic - 1)
    .join('')
    .trimEnd()}…`
}
