import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json } from '../core/http/params'
import { alertWordsOf } from './queries'
import { alertWordsSchema } from './schema'

/** Words that one request may name. A word has a limit of its own, in characters. */
const mostAtOnce = 1000

const words = json(z.array(z.string().max(1000)).max(mostAtOnce))

export const alertWordsEndpoint = endpoint('GET /users/me/alert_words', {
  summary: 'Words that you are alerted of',
  returns: { alert_words: alertWordsSchema },
  async run({ viewer, sql }) {
    const { id } = await viewer()
    return { alert_words: await alertWordsOf(sql, id) }
  },
})

export const addAlertWordsEndpoint = endpoint('POST /users/me/alert_words', {
  summary: 'Add alert words',
  params: { alert_words: words },
  returns: { alert_words: alertWordsSchema },
  async run({ params, realm }) {
    return realm.perform('addAlertWords', params)
  },
})

export const removeAlertWordsEndpoint = endpoint('DELETE /users/me/alert_words', {
  summary: 'Remove alert words',
  params: { alert_words: words },
  returns: { alert_words: alertWordsSchema },
  async run({ params, realm }) {
    return realm.perform('removeAlertWords', params)
  },
})
