import { z } from 'zod'
import { assertAdministrator } from '../accounts/roles'
import { endpoint } from '../core/http/endpoint'
import { json } from '../core/http/params'
import { countNewcomers, newcomersOf } from './queries'
import { newcomer, newcomerSchema } from './schema'

/** Maximal number of people in a response, or in a request that vouches for them. */
const maxPeopleInRequest = 1000

/**
 * Whoever joined by an invitation of somebody who is no administrator, by a link for many or without an invitation, is a
 * newcomer until an administrator vouches for them. Deactivated people are left out. Events `newcomers` tell when to ask again.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const newcomersEndpoint = endpoint('GET /realm/newcomers', {
  summary: 'People whom no administrator has vouched for yet',
  large: true,
  params: {
    /** Only people with lower ids, who joined earlier: the last id of the page before. Absent: from the latest on. */
    before_user_id: json(z.int()).optional(),
    /** Most people of the answer, at most 1,000. */
    limit: json(z.int().min(1).max(maxPeopleInRequest)).default(maxPeopleInRequest),
  },
  returns: {
    /** The newcomers, the latest first. */
    newcomers: z.array(newcomerSchema),
    /** Whether the earliest of them is in the answer. */
    found_oldest: z.boolean(),
    /** How many newcomers there are in all. */
    count: z.int(),
  },
  async run({ params: { before_user_id = null, limit }, viewer, sql }) {
    const account = await viewer()
    assertAdministrator(account)
    const [rows, count] = await Promise.all([
      newcomersOf(sql, account.realm_id, { before: before_user_id, maxRows: limit + 1 }),
      countNewcomers(sql, account.realm_id),
    ])
    return { newcomers: rows.slice(0, limit).map(newcomer), found_oldest: rows.length <= limit, count }
  },
})

/**
 * Administrators only, bots too. From then on, each of these people has a share of all limits of their own, with their bots. Vouching
 * for somebody who is no newcomer changes nothing. Nobody is vouched for if one of the ids is refused. Administrators are told by an
 * event `newcomers`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST One of the ids is no user's, or is that of a bot.
 */
export const vouchForNewcomersEndpoint = endpoint('POST /realm/newcomers/vouch', {
  summary: 'Vouch for newcomers',
  overSocket: true,
  params: {
    /** Ids of people, 1 to 1,000. They may be deactivated. */
    user_ids: json(z.array(z.int()).min(1).max(maxPeopleInRequest)),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('vouchForNewcomers', params)
  },
})
