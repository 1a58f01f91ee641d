import { endpoint } from '../core/http/endpoint'
import { accountUsage } from './account'
import { usageFields } from './schema'

/**
 * What the organization uses of the quotas of the plan that the server runs on: today, yesterday, and in the last 30 days. The
 * day ends at midnight UTC. If the server has a token for it, figures are those of the whole account, where these are higher.
 * Owners get a private message of the notification bot when 80 and 95 per cent of a day's quota are used up.
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
