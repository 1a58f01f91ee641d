import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json } from '../core/http/params'
import { alertWordsOf } from './queries'
import { alertWordsSchema } from './schema'

/** Maximal number of words in a request. The length of a word has its own limit, in characters. */
const maxWordsInRequest = 1000

const words = json(z.array(z.string().max(1000)).max(maxWordsInRequest))

/**
 * A message with one of your alert words has the flag `has_alert_word` for you. Clients that hold an event queue find
 * the words in `alert_words` of `POST /register`, and are told of changes by events `alert_words`.
 */
export const alertWordsEndpoint = endpoint('GET /users/me/alert_words', {
  summary: 'Words that you are alerted of',
  returns: { alert_words: alertWordsSchema },
  async run({ viewer, sql }) {
    const { id } = await viewer()
    return { alert_words: await alertWordsOf(sql, id) }
  },
})

/**
 * Words that you have already, in whatever case, are passed over. Messages that were sent before are not looked at
 * again. An event `alert_words` tells your clients, if the list has changed.
 *
 * @error BAD_REQUEST A word is longer than 100 characters, or has unprintable ones.
 * @error BAD_REQUEST You would have more than 200 words.
 */
export const addAlertWordsEndpoint = endpoint('POST /users/me/alert_words', {
  summary: 'Add alert words',
  overSocket: true,
  params: {
    /** The words, at most 1,000, each of at most 100 characters. They are trimmed, and blank ones dropped. */
    alert_words: words,
  },
  returns: { alert_words: alertWordsSchema },
  async run({ params, realm }) {
    return realm.perform('addAlertWords', params)
  },
})

/**
 * Words that you do not have are passed over. An event `alert_words` tells your clients, if the list has changed.
 *
 * @error BAD_REQUEST A word is longer than 100 characters, or has unprintable ones.
 */
export const removeAlertWordsEndpoint = endpoint('DELETE /users/me/alert_words', {
  summary: 'Remove alert words',
  overSocket: true,
  params: {
    /** The words, at most 1,000, in any case. */
    alert_words: words,
  },
  returns: { alert_words: alertWordsSchema },
  async run({ params, realm }) {
    return realm.perform('removeAlertWords', params)
  },
})
