import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { relocationPhases } from '../core/relocation/entry'
import { refused } from '../core/base/errors'
import { json, text } from '../core/http/params'

/**
 * For the operator of a deployment with several databases. Begins to move the organization to another database, gives that up, or says how
 * far it is. People go on working meanwhile; for some seconds at most, changes wait or are refused with `ORGANIZATION_MOVING`.
 *
 * @error UNAUTHORIZED_PRINCIPAL The setup token is wrong, or the deployment has none.
 * @error DATABASES_FULL The database has no room for another organization.
 * @error BAD_REQUEST There is no such database, the organization is there already, it is moving elsewhere, or the rows in its former
 *   database have not been deleted yet.
 */
export const relocateRealmEndpoint = endpoint('POST /realm/relocation', {
  summary: 'Move the organization to another database',
  auth: 'none',
  params: {
    /** The setup token of the deployment. */
    setup_token: text(z.string().max(1000)),
    /** Name of the binding of the database to move to, such as `DB_2`. If it is left out, nothing begins. */
    database: text(z.string().max(20)).optional(),
    /** Whether a move that has begun is given up. This is possible until the organization is in the other database. */
    give_up: json(z.boolean()).default(false),
  },
  returns: {
    /** Name of the binding of the database in which the organization is. */
    database: z.string(),
    /**
     * `copying` while rows are copied, `switching` for some seconds, `cancelling` while the copy of a move that was given up is deleted,
     * `leaving` while the rows in the former database wait to be deleted. Null: it does not move.
     */
    phase: z.enum(relocationPhases).nullable(),
    /** The database to which it moves, or has moved. */
    target: z.string().nullable(),
    /** The database from which it moves, or has moved. */
    source: z.string().nullable(),
    /** Rows that were copied. */
    rows: z.int(),
    /** Tables that were copied. */
    tables: z.int(),
    /** All tables that are copied. */
    all_tables: z.int(),
    /** Changes that are still to be copied, at most 10,000. */
    changes: z.int(),
    /** UNIX time before which the organization does not switch, or its former rows are not deleted; null: there is none. */
    next_at: z.number().nullable(),
    /** What kept the move from going on last time; null: nothing. */
    failure: z.string().nullable(),
  },
  async run({ params: { setup_token, database, give_up }, realm, env }) {
    if (!env.SETUP_TOKEN)
      throw refused('This needs the setup token of the deployment', {
        code: 'UNAUTHORIZED_PRINCIPAL',
        reason: 'wrong_setup_token',
      })
    await realm.performIn(0, 'checkSetupToken', { setup_token })
    return { ...(await realm.relocate({ database: database ?? null, gives_up: give_up })) }
  },
})
