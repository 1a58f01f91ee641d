/** The addresses in wrangler's output file, which has a JSON object in each line. */
export function addressesIn(notes: string): string[] {
  const entries = notes
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; targets?: string[] })
  const targets = entries.filter(({ type }) => type === 'deploy').flatMap((entry) => entry.targets ?? [])
  return [...new Set(targets.map(addressOf).filter((address) => address !== null))]
}

/** Wrangler writes a domain as `chat.example.com (custom domain)`. Null for targets that are no website. */
function addressOf(target: string): string | null {
  const [name] = target.split(' ') as [string]
  if (/^https?:\/\//.test(name)) return name
  return /^[\w-]+(\.[\w-]+)+$/.test(name) ? `https://${name}` : null
}

interface Settings {
  readonly realm_name?: string
  readonly founding?: {
    readonly is_open: boolean
    readonly needs_setup_token: boolean
    readonly root_domain: string | null
  }
}

/** A new address may not respond at once. */
const tries = 10
const pauseMs = 3000

/** Describes what exists at an address, and what to do next. */
export async function describeDeployment(address: string, pause = pauseMs): Promise<string> {
  const settings = await settingsAt(address, pause)
  if (settings === null) return `${address}\n  It does not answer yet. Open it in a minute or two.`
  const { realm_name, founding } = settings
  if (realm_name !== undefined) return `${address}\n  The organization "${realm_name}" is here.`
  if (founding?.is_open !== true)
    return `${address}\n  No organization is here. To found further ones, set the secret SETUP_TOKEN.`
  const warning = founding.needs_setup_token
    ? 'The page asks for your setup token.'
    : 'Do it soon: whoever opens the page first founds it. A secret SETUP_TOKEN keeps others from it.'
  return `${address}/new\n  Found your organization there. ${warning}`
}

async function settingsAt(address: string, pause: number): Promise<Settings | null> {
  for (let tried = 0; tried < tries; tried += 1) {
    if (tried > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      const response = await fetch(`${address}/api/v1/server_settings`)
      const answer = await response.json<Settings>()
      if (response.ok || answer.founding !== undefined) return answer
    } catch {
      // Nothing responds there yet, or something else does.
    }
  }
  return null
}
