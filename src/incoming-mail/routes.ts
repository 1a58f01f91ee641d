import { z } from 'zod'
import { assertHuman } from '../accounts/account'
import { endpoint } from '../core/http/endpoint'
import { pathId } from '../core/http/params'
import { viewStream } from '../streams/access'
import { mailDomain, streamAddressOf } from './address'
import { ownStreamAddress } from './queries'

/** Id of the stream. */
const stream_id = pathId()

/**
 * Answers the address by which mail becomes messages of a stream. Each person has addresses of their own: whoever writes to one
 * posts what its owner may post, and uses the owner's share of all limits.
 *
 * Parts of the address may be added before the `@`, each after a dot or a plus sign: `show-sender` begins the message with the
 * sender, `include-quotes` and `include-footer` leave quotes and signatures in, and `prefer-html` takes the HTML of the mail.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 */
export const streamAddressEndpoint = endpoint('GET /streams/{stream_id}/email_address', {
  summary: 'Your address of a stream, for mail',
  params: { stream_id },
  returns: {
    /** Whether the server takes mail. If not, there are no addresses. */
    takes_mail: z.boolean(),
    /** The address; null if you have made none. Whoever knows it may post. */
    email: z.string().nullable(),
  },
  async run({ params, viewer, sql, env }) {
    const account = await viewer()
    assertHuman(account)
    const [{ stream }, row] = await Promise.all([
      viewStream(sql, account, params),
      ownStreamAddress(sql, account.id, params.stream_id),
    ])
    const domain = mailDomain(env)
    return {
      takes_mail: domain !== null,
      email: domain === null || row === null ? null : streamAddressOf({ name: stream.name, token: row.token }, domain),
    }
  },
})

/**
 * Makes an address by which mail becomes messages of a stream. If you have one already, it ends. The messages come from the
 * system bot Email Gateway, which is among the `cross_realm_bots`. Nobody is told.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST The server takes no mail.
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 * @error BAD_REQUEST You may not post to the stream.
 * @error BAD_REQUEST You have addresses of 50 streams already.
 */
export const makeStreamAddressEndpoint = endpoint('POST /streams/{stream_id}/email_address', {
  summary: 'Make a new address of a stream, for mail',
  params: { stream_id },
  returns: {
    /** The address. Whoever knows it may post. */
    email: z.string(),
  },
  async run({ params, realm }) {
    return realm.perform('makeStreamAddress', params)
  },
})

/**
 * Ends your address of a stream: what is sent to it comes back. It is no error if there is none.
 *
 * @error BAD_REQUEST You are a bot.
 */
export const endStreamAddressEndpoint = endpoint('DELETE /streams/{stream_id}/email_address', {
  summary: 'End your address of a stream, for mail',
  params: { stream_id },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('endStreamAddress', params)
  },
})
