import { z } from 'zod'
import { realmHere } from '../auth/viewer'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { pathText, text } from '../core/http/params'
import { assertAdministrator, isOwner } from '../accounts/roles'
import { accessEmailChange, confirmationUrl } from './access'
import { pendingEmailChanges } from './queries'

/** Confirms a change. Refuses an unknown token without waking the organization's object. */
async function confirmChange({ params, realm, ...request }: RequestContext<{ token: string }>) {
  await accessEmailChange({ ...request, realm_id: await realmHere(request), now: Date.now() / 1000 }, params.token)
  return realm.perform('confirmEmailChange', params)
}

/**
 * Gives the user the new address. Event `realm_user` with `delivery_email` tells the user; where everybody sees real
 * addresses, another with `new_email` tells everybody. A picture that follows from the address changes with it. The API
 * keys stay.
 *
 * @error BAD_REQUEST The token is wrong, was used already, or is older than 3 days.
 * @error BAD_REQUEST By now the organization lets only administrators change their address, or does not allow the new
 *   one.
 * @error BAD_REQUEST By now somebody else has the address.
 * @error 401 REALM_DEACTIVATED The organization was deactivated.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const confirmEmailEndpoint = endpoint('POST /confirm_email', {
  summary: 'Confirm a change of email address',
  auth: 'none',
  params: {
    /** The last part of the link that confirms the change. */
    token: text(z.string().max(200)),
  },
  returns: {},
  run: confirmChange,
})

/**
 * What `POST /confirm_email` does, as a link that people can open.
 *
 * @error BAD_REQUEST The token is wrong, was used already, or is older than 3 days.
 * @error BAD_REQUEST By now the organization lets only administrators change their address, or does not allow the new
 *   one.
 * @error BAD_REQUEST By now somebody else has the address.
 * @error 401 REALM_DEACTIVATED The organization was deactivated.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const confirmEmailByLinkEndpoint = endpoint('GET /confirm_email/{token}', {
  summary: 'Confirm a change of email address by opening its link',
  auth: 'none',
  acts: true,
  params: {
    /** What tells this change from all others: 32 letters and digits. */
    token: pathText(),
  },
  returns: {},
  run: confirmChange,
})

/**
 * If the server sends mail, the new address gets the link. An administrator can also pass it on to the person who asked. Changes
 * that owners of the organization have asked for are shown to owners only.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const emailChangesEndpoint = endpoint('GET /realm/email_changes', {
  summary: 'Changes of email address that wait for confirmation, for administrators to pass the links on',
  returns: {
    /** Changes that were asked for in the last 3 days, the newest first; one of each user. */
    email_changes: z.array(
      z.object({
        /** Id of the user. */
        user_id: z.int(),
        /** Real address of the user now. */
        old_email: z.string(),
        /** Address that the user asked for. */
        new_email: z.string(),
        /** Address of a page that makes the change at the press of a button. The token is its last part. */
        confirmation_url: z.string(),
        /** When the change was asked for, in seconds since 1970 UTC. */
        created: z.int(),
      }),
    ),
  },
  async run({ viewer, sql, facts }) {
    const account = await viewer()
    assertAdministrator(account)
    const changes = await pendingEmailChanges(sql, account.realm_id, Date.now() / 1000)
    // Only owners may administer the accounts of owners.
    const shown = changes.filter(({ role }) => isOwner(account) || !isOwner({ role }))
    return {
      email_changes: shown.map(({ user_id, old_email, new_email, token, created_at }) => ({
        user_id,
        old_email,
        new_email,
        confirmation_url: confirmationUrl(facts.origin, token),
        created: Math.floor(created_at),
      })),
    }
  },
})
