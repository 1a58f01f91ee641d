import { z } from 'zod'
import { endpoint } from '../core/endpoint'
import { file, pathText } from '../core/params'
import { keepEmoji } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { assertMayAddEmoji } from './access'
import { realmEmoji } from './queries'
import { realmEmojiObject, realmEmojiSchema } from './schema'

export const realmEmojiEndpoint = endpoint('GET /realm/emoji', {
  summary: 'Custom emoji of the organization',
  returns: { emoji: z.record(z.string(), realmEmojiSchema) },
  async run({ viewer, sql }) {
    const { realm_id } = await viewer()
    return { emoji: realmEmojiObject(await realmEmoji(sql, realm_id)) }
  },
})

export const addRealmEmojiEndpoint = endpoint('POST /realm/emoji/{emoji_name}', {
  summary: 'Add a custom emoji',
  params: { emoji_name: pathText(), file: file(largestPictureMib) },
  returns: {},
  async run({ params: { emoji_name, file }, realm, ...ask }) {
    assertMayAddEmoji({ actor: await ask.viewer(), now: Date.now() / 1000 })
    return keepEmoji(ask, file, (names) => realm.perform('addRealmEmoji', { name: emoji_name, ...names }))
  },
})

export const deleteRealmEmojiEndpoint = endpoint('DELETE /realm/emoji/{emoji_name}', {
  summary: 'Take a custom emoji out of use',
  params: { emoji_name: pathText() },
  returns: {},
  async run({ params: { emoji_name }, realm }) {
    return realm.perform('deactivateRealmEmoji', { name: emoji_name })
  },
})
