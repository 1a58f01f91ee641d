import type { RequestFacts } from '../http/endpoint'
import type { Reply } from './realm-object'

const day = 24 * 3600

/** Who acts when nobody does. */
export const nobody: RequestFacts = {
  origin: '',
  host: '',
  address: null,
  client: 'Internal',
  credentials: null,
  upgrades: false,
}

/**
 * Does what is done once a day, if it is time; answers when it is time again, in UNIX seconds. Work that is not complete
 * goes on in a minute, and what failed is tried again in an hour.
 */
export async function doDaily(storage: SyncKvStorage, now: () => number, work: () => Promise<Reply>): Promise<number> {
  const due = storage.get<number>('daily') ?? 0
  if (now() < due) return due
  const next = now() + pauseAfter(await work())
  storage.put('daily', next)
  return next
}

function pauseAfter(reply: Reply): number {
  if (!('result' in reply)) return 3600
  return (reply.result as { complete: boolean }).complete ? day : 60
}
