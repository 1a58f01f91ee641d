import { z } from 'zod'
import { assertOwner } from '../accounts/roles'
import { endpoint } from '../core/http/endpoint'
import { flag, json, pathId, text } from '../core/http/params'
import { isPlaceholder } from '../users/placeholder-address'
import { importedPeople } from './claim-queries'
import { claimSchema } from './schema'

/**
 * Owners only. Imported people have no password. Each sets one by a link of `POST /import/claims`, and has claimed the account
 * then.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 */
export const claimsEndpoint = endpoint('GET /import/claims', {
  summary: 'People whom imports brought, and who of them has claimed the account',
  large: true,
  returns: {
    /** Active people, by id. */
    people: z.array(
      claimSchema.extend({
        /** Whether the person has a password, or has logged in. */
        is_claimed: z.boolean(),
      }),
    ),
  },
  async run({ viewer, sql }) {
    const account = await viewer()
    assertOwner(account)
    const people = await importedPeople(sql, account.realm_id)
    return {
      people: people.map(({ id, full_name, delivery_email, is_claimed, link_expires }) => ({
        user_id: id,
        full_name,
        email: isPlaceholder(delivery_email) ? null : delivery_email,
        link_expires,
        is_claimed: Boolean(is_claimed),
      })),
    }
  },
})

/**
 * Owners only. Each link works once, for 30 days, and replaces an earlier one of the same account. Pass it on to the person it is
 * for: whoever has it sets the password. The page behind it is that of `POST /password_reset/confirm`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST An account was not imported, is claimed already, is deactivated, or has no address. `user_id` says which.
 * @error BAD_REQUEST People of this organization do not log in by password.
 */
export const makeClaimLinksEndpoint = endpoint('POST /import/claims', {
  summary: 'Make links with which imported people set their passwords',
  overSocket: true,
  params: {
    /** Ids of the people, at most 1,000. */
    user_ids: json(z.array(z.int()).min(1).max(1000)),
    /** Whether to send each link to its person by mail. */
    by_mail: flag().default(false),
  },
  returns: {
    /** The links. They are told only here. */
    links: z.array(
      z.object({
        /** Id of the user. */
        user_id: z.int(),
        /** The link, to pass on. */
        url: z.string(),
        /** Whether the server sends it by mail: if not, though you asked for it, the server sends no mail, or a limit is reached. */
        is_mailed: z.boolean(),
      }),
    ),
    /** When they expire, in seconds since 1970 UTC. */
    expires: z.int(),
  },
  async run({ params, realm }) {
    return realm.perform('makeClaimLinks', params)
  },
})

/**
 * Owners only. For people whose archive has no address, or a wrong one, and who have not claimed the account. Links that
 * were made for the account before end.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST The account was not imported, is claimed already, or is deactivated.
 * @error BAD_REQUEST The address is none, belongs to another account, or the organization does not allow it.
 */
export const setClaimAddressEndpoint = endpoint('PATCH /import/claims/{user_id}', {
  summary: 'Give an imported person an email address',
  overSocket: true,
  params: {
    /** Id of the person. */
    user_id: pathId(),
    /** The address by which the person will log in. */
    email: text(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('setClaimAddress', params)
  },
})
