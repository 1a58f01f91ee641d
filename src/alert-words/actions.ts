import { invalidation } from '../core/turn/query-cache'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { characterCount, foldCase, unprintable } from '../core/base/unicode'
import { alertWordsOfRealm } from './queries'

interface WordsInput {
  alert_words: string[]
}

type WordsChange = Change<WordsInput>

/** Maximal number of words of a user. */
const maxWords = 200
const longestWord = 100

/** Adds alert words of the actor. Skips words that the actor has already, in any case (endpoints, Own account). */
export async function addAlertWords(turn: Turn, input: WordsInput): Promise<WordsChange> {
  const present = await ownWords(turn)
  const known = new Set(present.map(foldCase))
  const added: string[] = []
  for (const word of validWords(input)) {
    const key = foldCase(word)
    if (!known.has(key)) added.push(word)
    known.add(key)
  }
  if (present.length + added.length > maxWords) throw refused(`Too many alert words (limit: ${maxWords})`)
  const write = fragment`
    insert into alert_word (user_id, word)
    select ${turn.actor.id}, value from json_each(${JSON.stringify(added)})`
  return wordsChange(turn, [...present, ...added], added.length > 0 ? write : null)
}

/** Removes alert words of the actor, in any case. Skips other words. */
export async function removeAlertWords(turn: Turn, input: WordsInput): Promise<WordsChange> {
  const present = await ownWords(turn)
  const unwanted = new Set(validWords(input).map(foldCase))
  const removed = present.filter((word) => unwanted.has(foldCase(word)))
  const write = fragment`
    delete from alert_word
    where user_id = ${turn.actor.id} and word in (select value from json_each(${JSON.stringify(removed)}))`
  const remaining = present.filter((word) => !removed.includes(word))
  return wordsChange(turn, remaining, removed.length > 0 ? write : null)
}

async function ownWords({ actor, cached, realm_id }: Turn): Promise<string[]> {
  const words = await cached(alertWordsOfRealm, realm_id)
  return words.filter(({ user_id }) => user_id === actor.id).map(({ word }) => word)
}

/** The words of a request, trimmed and without blank ones. Refuses words that are too long or unprintable. */
function validWords({ alert_words }: WordsInput): string[] {
  if (alert_words.some((word) => characterCount(word) > longestWord))
    throw refused(`alert_words contains a word that is too long (limit: ${longestWord} characters)`)
  if (alert_words.some((word) => unprintable.test(word))) throw refused('Invalid character in alert_words')
  return alert_words.map((word) => word.trim()).filter((word) => word !== '')
}

/** The change to this list of words; without an event if nothing is written. */
function wordsChange({ actor, realm_id }: Turn, words: string[], write: Fragment | null): WordsChange {
  const alert_words = words.toSorted()
  if (write === null) return { writes: [], result: { alert_words } }
  return {
    writes: [write],
    result: { alert_words },
    events: [tell([actor.id], { type: 'alert_words', alert_words })],
    invalidates: [invalidation(alertWordsOfRealm, realm_id)],
  }
}
