import { z } from 'zod'
import type { Account } from '../accounts/account'
import { Document } from '../core/http/document'
import { endpoint } from '../core/http/endpoint'
import { file, pathText } from '../core/http/params'
import { keepEmoji } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { assertMayAddEmoji } from './access'
import { emojiCodes } from './names'
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

const codes = new Document(() => ({ result: 'success', msg: '', ...emojiCodes() }))

export const emojiCodesEndpoint = endpoint('GET {base_url}/static/generated/emoji/emoji_codes.json', {
  summary: 'Unicode emoji: their names, and the code of each',
  auth: 'none',
  returns: {
    names: z.array(z.string()),
    name_to_codepoint: z.record(z.string(), z.string()),
    codepoint_to_name: z.record(z.string(), z.string()),
  },
  run: async ({ headers }) => codes.answer(headers),
})

const assertMayAdd = (actor: Account): void => assertMayAddEmoji({ actor, now: Date.now() / 1000 })

export const addRealmEmojiEndpoint = endpoint('POST /realm/emoji/{emoji_name}', {
  summary: 'Add a custom emoji',
  params: { emoji_name: pathText(), file: file(largestPictureMib) },
  returns: {},
  async run({ params: { emoji_name, file }, realm, ...ask }) {
    return keepEmoji(ask, file, assertMayAdd, (names) => realm.perform('addRealmEmoji', { name: emoji_name, ...names }))
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
