import { assertAdministrator } from '../accounts/roles'
import { endpoint } from '../core/http/endpoint'
import { hasOldTexts } from '../old-texts/client'
import { uploadSpaceUsed } from '../uploads/queries'
import { accountUsage } from './account'
import { databaseUse } from './database-use'
import { databaseUseFields, usageFields } from './schema'

/**
 * What the organization uses of the quotas of the plan that the server runs on: today, yesterday, and in the last 30 days. The
 * day ends at midnight UTC. If the server has a token for it, figures are those of the whole account, where these are higher.
 * Owners get a private message of the notification bot when 80 and 95 per cent of a day's quota are used up,
 * and when 70, 85 and 95 per cent of the database are filled.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const realmUsageEndpoint = endpoint('GET /realm/usage', {
  summary: 'What is used of the plan’s quotas',
  returns: usageFields,
  async run({ realm, env }) {
    const { report, asksAccount } = await realm.perform('realmUsage', {})
    const account = asksAccount ? await accountUsage(env, Date.now() / 1000) : null
    return account === null ? report : (await realm.perform('realmUsage', { account })).report
  },
})

/**
 * What takes the space of the organization in the database. It is worked out from some hundred messages, which are spread over all of
 * them, so the numbers are estimates. What else is in the database, such as people and read marks, takes little beside messages.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const realmDatabaseEndpoint = endpoint('GET /realm/database', {
  summary: 'What takes the space of the database',
  returns: databaseUseFields,
  async run({ viewer, sql, env }) {
    const account = await viewer()
    assertAdministrator(account)
    const [use, file_bytes] = await Promise.all([
      databaseUse(sql, account.realm_id, env, Date.now() / 1000),
      uploadSpaceUsed(sql, account.realm_id),
    ])
    return { ...use, old_texts: { is_available: hasOldTexts(env), ...use.old_texts }, file_bytes }
  },
})
