import { LruCache } from '../base/lru-cache'
import type { ShareIds } from '../turn/share-limits'
import { systemRequest, type Call, type Credentials } from '../turn/call'

/** Bytes of the cache of sessions that were verified lately. */
const maxCacheBytes = 512 * 1024

/** Knows whose turn a call takes, before its credentials are verified. */
export class Callers {
  private readonly sharesBySecret = new LruCache<ShareIds>(maxCacheBytes)

  /** The share that the call's session counts towards; its network, if there are no credentials; null for the realm's own work. */
  of({ facts }: Pick<Call, 'facts'>): string | null {
    // Facts of a request arrive as a copy over RPC, so no request can pass for the realm's own work.
    if (facts === systemRequest) return null
    const { credentials, address } = facts
    if (credentials === null) return `from ${address ?? 'somewhere'}`
    return `${this.sharesOf({ facts })?.[0] ?? 'a stranger'}`
  }

  /** The shares that the call's session counts towards; null for sessions that were not verified lately. */
  sharesOf({ facts: { credentials } }: Pick<Call, 'facts'>): ShareIds | null {
    return credentials === null ? null : (this.sharesBySecret.get(secretOf(credentials)) ?? null)
  }

  /** Remembers the shares that a verified session counts towards. */
  remember(credentials: Credentials | null, shares: ShareIds): void {
    if (credentials !== null) this.sharesBySecret.set(secretOf(credentials), shares)
  }
}

function secretOf(credentials: Credentials): string {
  if (credentials.by === 'key') return credentials.key
  return credentials.by === 'cookie' ? credentials.secret : credentials.mark
}
