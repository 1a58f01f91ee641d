import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathId, text } from '../core/http/params'
import { linkifiersOf } from './queries'
import { linkifierSchema } from './schema'

/**
 * Open to every account. Clients that hold an event queue need not ask: they find the same in `realm_linkifiers` of
 * `POST /register`, and are told of changes by events `realm_linkifiers`.
 */
export const linkifiersEndpoint = endpoint('GET /realm/linkifiers', {
  summary: 'Text that becomes links in the organization',
  returns: {
    /** All linkifiers, oldest first. They are tried in this order. */
    linkifiers: z.array(linkifierSchema),
  },
  async run({ viewer, sql }) {
    const { realm_id } = await viewer()
    return { linkifiers: await linkifiersOf(sql, realm_id) }
  },
})

// Any strings are accepted here, because the action's refusal names the invalid field in `errors`.
const linkifier = {
  /**
   * Regular expression in the syntax of RE2, 1 to 1,000 characters, such as `#(?P<id>[0-9]+)`. It matches only where white
   * space or one of `'"(,:<` stands before it, and no letter or digit behind it.
   */
  pattern: text().anyCharacters(),
  /**
   * Address of the link, http or https, at most 2,000 characters. It has a placeholder `%(name)s` for each named group of
   * the pattern and no other; `%%` stands for a percent sign.
   */
  url_format_string: text().anyCharacters(),
}

/**
 * Text that matches becomes a link in messages that are sent or edited from now on; older messages stay as they are.
 * Administrators only. Events `realm_linkifiers` tell of it.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The pattern does not compile, is too large, or belongs to another linkifier already.
 * @error BAD_REQUEST The address is none, or its placeholders are not the groups of the pattern. `errors` has messages by
 *   the name of the parameter, and under `__all__` those about both.
 * @error BAD_REQUEST The organization has 100 linkifiers.
 */
export const createLinkifierEndpoint = endpoint('POST /realm/filters', {
  summary: 'Create a linkifier',
  overSocket: true,
  params: linkifier,
  returns: {
    /** Id of the new linkifier. */
    id: z.int(),
  },
  async run({ params: { pattern, url_format_string }, realm }) {
    return realm.perform('createLinkifier', { pattern, url_format: url_format_string })
  },
})

/**
 * Replaces pattern and address of a linkifier; both must be sent. Administrators only. Events `realm_linkifiers` tell of
 * it.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST There is no such linkifier.
 * @error BAD_REQUEST Pattern or address is refused, as for a new linkifier. `errors` has messages by the name of the
 *   parameter, and under `__all__` those about both.
 */
export const updateLinkifierEndpoint = endpoint('PATCH /realm/filters/{filter_id}', {
  summary: 'Change a linkifier',
  overSocket: true,
  params: {
    /** Id of the linkifier. */
    filter_id: pathId(),
    ...linkifier,
  },
  returns: {},
  async run({ params: { filter_id, pattern, url_format_string }, realm }) {
    return realm.perform('updateLinkifier', { linkifier_id: filter_id, pattern, url_format: url_format_string })
  },
})

/**
 * Links in messages stay. Administrators only. Events `realm_linkifiers` tell of it.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST There is no such linkifier.
 */
export const deleteLinkifierEndpoint = endpoint('DELETE /realm/filters/{filter_id}', {
  summary: 'Delete a linkifier',
  overSocket: true,
  params: {
    /** Id of the linkifier. */
    filter_id: pathId(),
  },
  returns: {},
  async run({ params: { filter_id }, realm }) {
    return realm.perform('deleteLinkifier', { linkifier_id: filter_id })
  },
})
