import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, pathId } from '../core/http/params'
import { userSettings } from '../settings/queries'
import { assertSynchronized } from './access'
import { draftsOf } from './queries'
import { draftSchema, newDraftSchema } from './schema'

/** Drafts that one request may hold. */
const mostAtOnce = 100

export const draftsEndpoint = endpoint('GET /drafts', {
  summary: 'Your drafts, oldest edit first',
  returns: { count: z.int(), drafts: z.array(draftSchema) },
  async run({ viewer, sql }) {
    const { id } = await viewer()
    const [settings, drafts] = await Promise.all([userSettings(sql, id), draftsOf(sql, id)])
    assertSynchronized(settings)
    return { count: drafts.length, drafts }
  },
})

export const createDraftsEndpoint = endpoint('POST /drafts', {
  summary: 'Keep drafts',
  params: { drafts: json(z.array(newDraftSchema).max(mostAtOnce)).anyCharacters() },
  returns: { ids: z.array(z.int()) },
  async run({ params, realm }) {
    return realm.perform('createDrafts', params)
  },
})

export const editDraftEndpoint = endpoint('PATCH /drafts/{draft_id}', {
  summary: 'Replace a draft',
  params: { draft_id: pathId(), draft: json(newDraftSchema).anyCharacters() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('editDraft', params)
  },
})

export const deleteDraftEndpoint = endpoint('DELETE /drafts/{draft_id}', {
  summary: 'Delete a draft',
  params: { draft_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('removeDraft', params)
  },
})
