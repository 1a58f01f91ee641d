import { LruCache } from '../base/lru-cache'
import { systemRequest, type Call, type Credentials } from '../turn/call'

/** Bytes for the sessions that were verified lately. */
const mostRemembered = 512 * 1024

/** Names whose turn a call takes, before the credentials are verified. */
export class Callers {
  private readonly shareBySecret = new LruCache<number>(mostRemembered)

  /** The share that the call's session counts towards, or else its network; null for the realm's own work. */
  of({ facts }: Pick<Call, 'facts'>): string | null {
    // Facts of a request arrive as a copy over RPC, so no request can pass for the realm's own work.
    if (facts === systemRequest) return null
    const { credentials, address } = facts
    if (credentials === null) return `from ${address ?? 'somewhere'}`
    return `${this.shareBySecret.get(secretOf(credentials)) ?? 'a stranger'}`
  }

  /** Notes the share that a verified session counts towards. */
  remember(credentials: Credentials | null, share: number): void {
    if (credentials !== null) this.shareBySecret.set(secretOf(credentials), share)
  }
}

function secretOf(credentials: Credentials): string {
  if (credentials.by === 'key') return credentials.key
  return credentials.by === 'cookie' ? credentials.secret : credentials.mark
}
