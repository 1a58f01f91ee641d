import { endpoint } from '../core/http/endpoint'
import { json } from '../core/http/params'
import { storedEntries } from './queries'
import { keysSchema, noSuchKey, storageSchema } from './schema'

/**
 * Answers your own entries only. Every account has a storage, not only bots.
 *
 * @error BAD_REQUEST You have nothing stored under one of the keys.
 */
export const botStorageEndpoint = endpoint('GET /bot_storage', {
  summary: 'Your stored entries, all or some of them',
  params: {
    /** Keys of the wanted entries, at most 1,000. Without it, all entries are answered. */
    keys: json(keysSchema).optional(),
  },
  returns: {
    /** Texts by their keys. */
    storage: storageSchema,
  },
  async run({ params: { keys }, viewer, sql }) {
    const { id } = await viewer()
    const entries = await storedEntries(sql, id, keys)
    if (keys !== undefined && !keys.every((key) => entries.has(key))) throw noSuchKey()
    return { storage: Object.fromEntries(entries) }
  },
})

/**
 * Stores each text under its key, in place of what was there; other entries stay. All entries are stored, or none.
 *
 * @error BAD_REQUEST You would have more than 1,000 keys, or more than 1,000,000 bytes, keys included.
 * @error BAD_REQUEST The organization would have more than 20,000,000 bytes stored, or you and your bots more than 4,000,000 and
 *   you are no administrator.
 */
export const updateBotStorageEndpoint = endpoint('PUT /bot_storage', {
  summary: 'Store entries',
  overSocket: true,
  params: {
    /** Texts by their keys. A key has at most 1,000 characters. */
    storage: json(storageSchema),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('storeEntries', params)
  },
})

/**
 * Deletes all of the entries, or none when one of the keys is unknown.
 *
 * @error BAD_REQUEST You have nothing stored under one of the keys.
 */
export const deleteBotStorageEndpoint = endpoint('DELETE /bot_storage', {
  summary: 'Delete stored entries, all or some of them',
  overSocket: true,
  params: {
    /** Keys of the entries, at most 1,000. Without it, all of your entries are deleted. */
    keys: json(keysSchema).optional(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteStoredEntries', params)
  },
})
