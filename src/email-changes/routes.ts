import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathText, text } from '../core/http/params'
import { assertAdministrator, isOwner } from '../accounts/roles'
import { pendingEmailChanges } from './queries'

export const confirmEmailEndpoint = endpoint('POST /confirm_email', {
  summary: 'Confirm a change of email address',
  auth: 'none',
  params: { token: text(z.string().max(200)) },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('confirmEmailChange', params)
  },
})

/** What the link in a message does when it is opened. */
export const confirmEmailByLinkEndpoint = endpoint('GET /confirm_email/{token}', {
  summary: 'Confirm a change of email address by opening its link',
  auth: 'none',
  acts: true,
  params: { token: pathText() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('confirmEmailChange', params)
  },
})

export const emailChangesEndpoint = endpoint('GET /realm/email_changes', {
  summary: 'Changes of email address that wait for confirmation, for administrators to pass the links on',
  returns: {
    email_changes: z.array(
      z.object({
        user_id: z.int(),
        old_email: z.string(),
        new_email: z.string(),
        confirmation_url: z.string(),
        created: z.int(),
      }),
    ),
  },
  async run({ viewer, sql, facts }) {
    const account = await viewer()
    assertAdministrator(account)
    const changes = await pendingEmailChanges(sql, account.realm_id, Date.now() / 1000)
    // Nobody but owners deals with the accounts of owners.
    const shown = changes.filter(({ role }) => isOwner(account) || !isOwner({ role }))
    return {
      email_changes: shown.map(({ user_id, old_email, new_email, token, created_at }) => ({
        user_id,
        old_email,
        new_email,
        confirmation_url: `${facts.origin}/api/v1/confirm_email/${token}`,
        created: Math.floor(created_at),
      })),
    }
  },
})
