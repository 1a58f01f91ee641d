import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathId, text } from '../core/http/params'
import { linkifiersOf } from './queries'
import { linkifierSchema } from './schema'

export const linkifiersEndpoint = endpoint('GET /realm/linkifiers', {
  summary: 'Text that becomes links in the organization',
  returns: { linkifiers: z.array(linkifierSchema) },
  async run({ viewer, sql }) {
    const { realm_id } = await viewer()
    return { linkifiers: await linkifiersOf(sql, realm_id) }
  },
})

/** Refused field by field. */
const linkifier = { pattern: text().anyCharacters(), url_format_string: text().anyCharacters() }

export const createLinkifierEndpoint = endpoint('POST /realm/filters', {
  summary: 'Create a linkifier',
  params: linkifier,
  returns: { id: z.int() },
  async run({ params: { pattern, url_format_string }, realm }) {
    return realm.perform('createLinkifier', { pattern, url_format: url_format_string })
  },
})

export const updateLinkifierEndpoint = endpoint('PATCH /realm/filters/{filter_id}', {
  summary: 'Change a linkifier',
  params: { filter_id: pathId(), ...linkifier },
  returns: {},
  async run({ params: { filter_id, pattern, url_format_string }, realm }) {
    return realm.perform('updateLinkifier', { linkifier_id: filter_id, pattern, url_format: url_format_string })
  },
})

export const deleteLinkifierEndpoint = endpoint('DELETE /realm/filters/{filter_id}', {
  summary: 'Delete a linkifier',
  params: { filter_id: pathId() },
  returns: {},
  async run({ params: { filter_id }, realm }) {
    return realm.perform('deleteLinkifier', { linkifier_id: filter_id })
  },
})
