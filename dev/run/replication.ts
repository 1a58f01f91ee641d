/** The deployment's database, and the environment that may have a token. */
interface Replicated {
  /** The text of `wrangler.toml`. */
  readonly config: string
  readonly databaseId: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly send?: typeof fetch
}

/** What to do by hand where there is no token. */
const byHand =
  'Reads from replicas: turn replication on in the dashboard, in the settings of the database (Enable Read Replication).'

const placementText =
  'Take [placement] out of wrangler.toml: it runs the Worker near the database, and not near people.'

/**
 * Turns replication of the database on, if the deployment reads from replicas and the environment has a token for that. Answers what
 * to tell the operator; null: nothing.
 */
export async function turnOnReplication({ config, databaseId, env, send = fetch }: Replicated): Promise<string | null> {
  const [, region = 'off'] = /^READ_REPLICAS = "(.*)"/m.exec(config) ?? []
  if (region === 'off') return null
  const hint = /^\[placement\]/m.test(config) ? [placementText] : []
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } = env
  if (token === undefined || account === undefined) return [byHand, ...hint].join('\n')
  const response = await send(`https://api.cloudflare.com/client/v4/accounts/${account}/d1/database/${databaseId}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ read_replication: { mode: 'auto' } }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)
  return [response?.ok ? 'Replication of the database is on.' : byHand, ...hint].join('\n')
}
