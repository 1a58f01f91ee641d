import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, pathId } from '../core/http/params'
import { userSettings } from '../settings/queries'
import { assertSynchronized } from './access'
import { draftsOf } from './queries'
import { draftSchema, newDraftSchema } from './schema'

/** Drafts that one request may hold. */
const maxDraftsInRequest = 100

/**
 * Drafts are yours alone, and are the same on all your devices. Clients that hold an event queue need not ask again: they
 * find them in `drafts` of `POST /register`, and are told of changes by events `drafts`.
 *
 * @error BAD_REQUEST You have turned the setting `enable_drafts_synchronization` off.
 */
export const draftsEndpoint = endpoint('GET /drafts', {
  summary: 'Your drafts, oldest edit first',
  returns: {
    /** How many drafts there are. */
    count: z.int(),
    /** All of them, the one that was edited longest ago first. */
    drafts: z.array(draftSchema),
  },
  async run({ viewer, sql }) {
    const { id } = await viewer()
    const [settings, drafts] = await Promise.all([userSettings(sql, id), draftsOf(sql, id)])
    assertSynchronized(settings)
    return { count: drafts.length, drafts }
  },
})

/**
 * Keeps all of the drafts or, when one of them is refused, none.
 *
 * @error BAD_REQUEST You have turned the setting `enable_drafts_synchronization` off.
 * @error BAD_REQUEST A draft for a stream does not name exactly one, or one that you may not know of; or nobody is left
 *   of the recipients of a private one.
 * @error BAD_REQUEST A text is empty or too long.
 * @error BAD_REQUEST You would have more than 1,000 drafts, or more than 1,000,000 bytes of them.
 */
export const createDraftsEndpoint = endpoint('POST /drafts', {
  summary: 'Keep drafts',
  overSocket: true,
  params: {
    /** The new drafts, at most 100. */
    drafts: json(z.array(newDraftSchema).max(maxDraftsInRequest)).anyCharacters(),
  },
  returns: {
    /** Ids of the new drafts, in the order of the request. */
    ids: z.array(z.int()),
  },
  async run({ params, realm }) {
    return realm.perform('createDrafts', params)
  },
})

/**
 * Puts another draft into the place of one; nothing of the former stays.
 *
 * @error BAD_REQUEST You have turned the setting `enable_drafts_synchronization` off.
 * @error BAD_REQUEST The draft is refused for its recipients or its texts, as a new one would be.
 * @error BAD_REQUEST You would have more than 1,000,000 bytes of drafts.
 * @error 404 You have no such draft.
 */
export const editDraftEndpoint = endpoint('PATCH /drafts/{draft_id}', {
  summary: 'Replace a draft',
  overSocket: true,
  params: {
    /** Id of the draft that is replaced. */
    draft_id: pathId(),
    /** The draft as it should be, with all of its fields. */
    draft: json(newDraftSchema).anyCharacters(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('editDraft', params)
  },
})

/**
 * Deletes one of your drafts for good.
 *
 * @error BAD_REQUEST You have turned the setting `enable_drafts_synchronization` off.
 * @error 404 You have no such draft.
 */
export const deleteDraftEndpoint = endpoint('DELETE /drafts/{draft_id}', {
  summary: 'Delete a draft',
  overSocket: true,
  params: {
    /** Id of the draft. */
    draft_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('removeDraft', params)
  },
})
