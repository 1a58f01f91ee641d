import { UsageError } from '../options.ts'
import type { Target } from '../options.ts'
import { version } from '../command-line.ts'
import { ArchiveError } from '../conversion.ts'
import type { RetryPatience } from '../patience.ts'
import { HttpSite, Refusal } from '../site.ts'
import type { ReadArchive } from '../transfer.ts'
import type { OwnerOptions } from './options.ts'

/** The owner whom the command founds the organization for. */
export interface Founder extends OwnerOptions {
  readonly password: string
}

/** The site before anybody has logged in. */
export const openSite = (origin: string, signal: AbortSignal): HttpSite =>
  new HttpSite({ origin, email: '', key: '', userAgent: `Rivulet-restore/${version}`, signal })

/** Logs in with a new key. Null: there is no organization. */
export async function logIn(site: HttpSite, origin: string, { email, password }: Founder): Promise<Target | null> {
  try {
    const { api_key } = await site.ask('POST', '/fetch_api_key', { username: email, password })
    return { origin, email, key: String(api_key) }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NONEXISTENT_SUBDOMAIN') return null
    throw error
  }
}

/** Logs in, or founds the organization if there is none. Only then is nothing there that could be overwritten. */
export async function foundOrLogIn(
  { site, patience }: { site: HttpSite; patience: RetryPatience },
  { origin, founder, archive }: { origin: string; founder: Founder; archive: ReadArchive },
): Promise<Target> {
  const existingLogin = await patience.until(() => logIn(site, origin, founder))
  if (existingLogin !== null) return existingLogin
  const { workspace } = archive
  const name = workspace.realmRecord?.name ?? 'Restored organization'
  try {
    const { api_key, email } = await patience.until(() =>
      site.ask('POST', '/realm', {
        realm_name: Array.from(name).slice(0, 40).join('').trim() || 'Restored organization',
        string_id: founder.stringId ?? stringIdFor(origin, workspace.plan.origin, name),
        owner_full_name: founder.name ?? workspace.nameOf(founder.email) ?? 'Owner',
        owner_email: founder.email,
        owner_password: founder.password,
        ...(founder.setupToken === null ? {} : { setup_token: founder.setupToken }),
      }),
    )
    return { origin, email: String(email), key: String(api_key) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'UNAUTHORIZED_PRINCIPAL')
      throw new UsageError(`${error.message} Give it by --setup-token, or as RIVULET_SETUP_TOKEN.`)
    throw new ArchiveError(`The organization could not be created: ${error.message}`)
  }
}

/**
 * The first part of the host name. Where the deployment hosts several organizations, the address says which one it is. Elsewhere any
 * will do, and the former one is best.
 */
export function stringIdFor(origin: string, former: string, name: string): string {
  const candidates = [labelOf(origin), labelOf(former), name]
  for (const candidate of candidates) {
    const slug = candidate
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
      .replaceAll(/^-+|-+$/g, '')
    if (slug !== '') return slug
  }
  return 'restored'
}

/** The first label of a host name with several; '' for addresses without one. */
function labelOf(address: string): string {
  const host = URL.parse(address)?.hostname ?? ''
  return /^[\d.]+$|^\[/.test(host) || !host.includes('.') ? '' : host.split('.')[0]!
}
