import { LruCache } from '../base/lru-cache'
import { systemRequest, type Call, type Credentials } from '../turn/call'

/** Bytes for the keys that were verified lately. */
const mostRemembered = 512 * 1024

/** Names whose turn a call takes, before the credentials are verified. */
export class Callers {
  private readonly shareByKey = new LruCache<number>(mostRemembered)

  /** The share that the call's key counts towards, or else its network; null for the realm's own work. */
  of({ facts }: Pick<Call, 'facts'>): string | null {
    // Facts of a request arrive as a copy over RPC, so no request can pass for the realm's own work.
    if (facts === systemRequest) return null
    const { credentials, address } = facts
    if (credentials === null) return `from ${address ?? 'somewhere'}`
    return `${this.shareByKey.get(credentials.key) ?? 'a stranger'}`
  }

  /** Notes the share that a verified key counts towards. */
  remember(credentials: Credentials | null, share: number): void {
    if (credentials !== null) this.shareByKey.set(credentials.key, share)
  }
}
