import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathId, text } from '../core/http/params'

/** Refused field by field. */
const ofForm = text().anyCharacters()

export const createPlaygroundEndpoint = endpoint('POST /realm/playgrounds', {
  summary: 'Add a place to try out code of a language',
  params: { name: ofForm, pygments_language: ofForm, url_prefix: ofForm },
  returns: { id: z.int() },
  async run({ params, realm }) {
    return realm.perform('createPlayground', params)
  },
})

export const deletePlaygroundEndpoint = endpoint('DELETE /realm/playgrounds/{playground_id}', {
  summary: 'Delete a playground',
  params: { playground_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deletePlayground', params)
  },
})
