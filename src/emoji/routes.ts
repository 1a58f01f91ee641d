import { z } from 'zod'
import { Document } from '../core/http/document'
import { endpoint } from '../core/http/endpoint'
import { file, pathText } from '../core/http/params'
import { keepEmoji } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { assertMayAddEmoji } from './access'
import { emojiCodes } from './names'
import { realmEmoji } from './queries'
import { realmEmojiObject, realmEmojiSchema } from './schema'

/**
 * Open to every account. Clients that hold an event queue need not ask: they find the same in `realm_emoji` of
 * `POST /register`, and are told of changes by events `realm_emoji`.
 */
export const realmEmojiEndpoint = endpoint('GET /realm/emoji', {
  summary: 'Custom emoji of the organization',
  returns: {
    /** All custom emoji by id, deactivated ones included: old messages and reactions still show them. */
    emoji: z.record(z.string(), realmEmojiSchema),
  },
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

/**
 * Needs a user who is no bot and no guest, and whom `add_custom_emoji_policy` of the organization admits. The name of a
 * Unicode emoji may be taken by administrators only; the custom emoji then stands for it. Events `realm_emoji` tell of the
 * new emoji.
 *
 * @error BAD_REQUEST You may not add custom emoji.
 * @error BAD_REQUEST The name has other characters, does not end with a letter or digit, or has more than 100 characters.
 * @error BAD_REQUEST An active custom emoji has this name, or a built-in one has it and you are no administrator.
 * @error BAD_REQUEST No file was sent, more than one, or one that is too large.
 * @error BAD_REQUEST The organization has 5,000 custom emoji, or you have added 100 and are no administrator.
 * @error BAD_REQUEST The server keeps no files.
 * @error BAD_IMAGE The file is no picture, or has too many pixels.
 */
export const addRealmEmojiEndpoint = endpoint('POST /realm/emoji/{emoji_name}', {
  summary: 'Add a custom emoji',
  params: {
    /** Name of the emoji: lower-case letters, digits, `.`, `-` and `_`, at most 100. Spaces become `_`. */
    emoji_name: pathText(),
    /** The picture: PNG, JPEG, GIF or WebP. The name of its field does not matter. */
    file: file(largestPictureMib),
  },
  returns: {},
  async run({ params: { emoji_name, file }, viewer, env, realm }) {
    const actor = await viewer()
    assertMayAddEmoji({ actor, now: Date.now() / 1000 })
    return keepEmoji(env, actor.realm_id, file, (names) =>
      realm.perform('addRealmEmoji', { name: emoji_name, ...names }),
    )
  },
})

/**
 * Administrators may, and the user who added the emoji as long as `add_custom_emoji_policy` admits them. Messages and
 * reactions that have the emoji keep it, and its name is free again. Events `realm_emoji` tell of it.
 *
 * @error BAD_REQUEST No active custom emoji has this name.
 * @error BAD_REQUEST You neither administer the organization nor added the emoji, or may no longer add any.
 */
export const deleteRealmEmojiEndpoint = endpoint('DELETE /realm/emoji/{emoji_name}', {
  summary: 'Take a custom emoji out of use',
  overSocket: true,
  params: {
    /** Name of the emoji. */
    emoji_name: pathText(),
  },
  returns: {},
  async run({ params: { emoji_name }, realm }) {
    return realm.perform('deactivateRealmEmoji', { name: emoji_name })
  },
})
