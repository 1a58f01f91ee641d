import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathId, text } from '../core/http/params'

// Any strings are accepted here, because the action's refusal names the invalid field in `errors`.
const formField = text().anyCharacters()

/**
 * Clients offer to open code blocks of the language at the playground. Pair of name and language must be a new one.
 * Administrators only. Events `realm_playgrounds` tell of it; `realm_playgrounds` of `POST /register` has all of them.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST A parameter is refused, or there is a playground of this name and language. `errors` has messages by
 *   the name of the parameter, and under `__all__` those about several.
 * @error BAD_REQUEST The organization has 100 playgrounds.
 */
export const createPlaygroundEndpoint = endpoint('POST /realm/playgrounds', {
  summary: 'Add a place to try out code of a language',
  overSocket: true,
  params: {
    /** Name of the playground, 1 to 100 characters. */
    name: formField,
    /** Language as Pygments names it: 1 to 40 letters, digits, spaces and `_+-./#`. */
    pygments_language: formField,
    /** Address to which clients append the code: http or https, at most 1,000 characters. */
    url_prefix: formField,
  },
  returns: {
    /** Id of the new playground. */
    id: z.int(),
  },
  async run({ params, realm }) {
    return realm.perform('createPlayground', params)
  },
})

/**
 * Administrators only. Events `realm_playgrounds` tell of it.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST There is no such playground.
 */
export const deletePlaygroundEndpoint = endpoint('DELETE /realm/playgrounds/{playground_id}', {
  summary: 'Delete a playground',
  overSocket: true,
  params: {
    /** Id of the playground. */
    playground_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deletePlayground', params)
  },
})
