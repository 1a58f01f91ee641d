import type { Reply } from './realm-object'

/** How soon what failed is tried again, in seconds. */
const pause = 10

/** Begins what is due, and answers when something is due again, in UNIX seconds; null when nothing is. */
export async function beginDue(now: () => number, work: () => Promise<Reply>): Promise<number | null> {
  const reply = await work()
  return 'result' in reply ? (reply.result as { next: number | null }).next : now() + pause
}
