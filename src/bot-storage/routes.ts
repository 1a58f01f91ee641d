import { endpoint } from '../core/http/endpoint'
import { json } from '../core/http/params'
import { storedEntries } from './queries'
import { keysSchema, noSuchKey, storageSchema } from './schema'

export const botStorageEndpoint = endpoint('GET /bot_storage', {
  summary: 'What you keep on the server, all of it or under some keys',
  params: { keys: json(keysSchema).optional() },
  returns: { storage: storageSchema },
  async run({ params: { keys }, viewer, sql }) {
    const { id } = await viewer()
    const entries = await storedEntries(sql, id, keys)
    if (keys !== undefined && !keys.every((key) => entries.has(key))) throw noSuchKey()
    return { storage: Object.fromEntries(entries) }
  },
})

export const updateBotStorageEndpoint = endpoint('PUT /bot_storage', {
  summary: 'Keep texts under keys of your own',
  params: { storage: json(storageSchema) },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('storeEntries', params)
  },
})

export const deleteBotStorageEndpoint = endpoint('DELETE /bot_storage', {
  summary: 'Forget what you keep under some keys, or everything',
  params: { keys: json(keysSchema).optional() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteStoredEntries', params)
  },
})
