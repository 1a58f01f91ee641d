import { z } from 'zod'
import { endpoint } from '../core/endpoint'
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
