import { LruCache } from '../base/lru-cache'
import { systemRequest, type Call, type Credentials } from '../turn/call'

/** What is remembered of keys that were proven here lately, in bytes. */
const mostRemembered = 512 * 1024

/** Tells whose turn a call takes, before the credentials are proven. */
export class Callers {
  private readonly shareByKey = new LruCache<number>(mostRemembered)

  /** The share of the account whose key the call carries, or else its network; null for the realm's own work. */
  of({ facts }: Pick<Call, 'facts'>): string | null {
    // The facts of a request arrive as a copy, so that none can pass for the realm's own work.
    if (facts === systemRequest) return null
    const { credentials, address } = facts
    if (credentials === null) return `from ${address ?? 'somewhere'}`
    return `${this.shareByKey.get(credentials.key) ?? 'a stranger'}`
  }

  /** Remembers whose share a key that was proven counts towards. */
  remember(credentials: Credentials | null, share: number): void {
    if (credentials !== null) this.shareByKey.set(credentials.key, share)
  }
}
