import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathText, text } from '../core/http/params'
import { isStringId, notAStringId } from './names'
import { directorySql } from './directory'
import { isNameTaken } from './queries'
import { settingFields } from './setting-fields'
import { settingNames } from '../accounts/settings'

const anyText = z.string().max(10_000)

// A changed text is returned as `updated`, other values as they are now. Their descriptions are those of the parameters.
const changedValue = z.union([z.literal('updated'), z.int(), z.boolean(), z.null(), z.record(z.string(), z.boolean())])

/**
 * Administrators only; some settings can be changed by owners only. What is left out stays. Either all values are taken or
 * none. Answers only what has changed: texts as `updated`, everything else as it is now. `allow_message_editing`,
 * `message_content_edit_limit_seconds` and `edit_topic_policy` are answered and told together when one of them changes.
 * All users are told by events `realm`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator, or no owner and want to change what only owners may.
 * @error BAD_REQUEST The name is empty or has more than 40 characters, or the description has more than 1,000.
 * @error BAD_REQUEST `string_id` was sent.
 * @error BAD_REQUEST A stream for notices does not exist, or you may not know of it.
 * @error BAD_REQUEST The server has no storage for texts of old messages, or texts are to move and to come back.
 * @error BAD_REQUEST A way to log in is unknown or not available, or none would be left.
 */
export const changeRealmEndpoint = endpoint('PATCH /realm', {
  summary: 'Change settings and policies of the organization',
  overSocket: true,
  params: {
    /** Name of the organization, 1 to 40 characters. */
    name: text(anyText).optional(),
    /** Description of the organization in Markdown, at most 1,000 characters. */
    description: text(anyText).optional(),
    /** Always refused: links hold the name in the address. */
    string_id: text(anyText).optional(),
    ...settingFields,
  },
  returns: Object.fromEntries(['name', 'description', ...settingNames].map((name) => [name, changedValue.optional()])),
  async run({ params, realm }) {
    return realm.perform('changeRealm', params)
  },
})

/**
 * Owners only. All users are told by an event `realm`, and from then on every request is refused with `REALM_DEACTIVATED`.
 * The data stays, but nothing in this API opens the organization again.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 */
export const deactivateRealmEndpoint = endpoint('POST /realm/deactivate', {
  summary: 'Close the organization',
  returns: {},
  async run({ realm }) {
    return realm.perform('deactivateRealm', {})
  },
})

/** Needs no account. Answers with success, whether the name is free or not. */
export const checkSubdomainEndpoint = endpoint('GET /realm/subdomain/{subdomain}', {
  summary: 'Whether a name for an organization is free; `msg` says `available`, or why it is not',
  auth: 'none',
  params: {
    /** The name, in any case: 1 to 40 letters, digits and hyphens, no hyphen first or last. */
    subdomain: pathText(),
  },
  returns: {
    /** `available`, or why the name is not. */
    msg: z.string(),
  },
  async run({ params, sql, facts, env }) {
    const string_id = params.subdomain.trim().toLowerCase()
    if (!isStringId(string_id)) return { msg: notAStringId }
    const isTaken = await isNameTaken(directorySql({ facts, env, sql }), string_id)
    return { msg: isTaken ? 'Subdomain already in use' : 'available' }
  },
})
