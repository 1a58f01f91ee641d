import { refused } from '../core/base/errors'
import type { Step, Turn } from '../core/turn/change'
import { streamById } from '../streams/queries'
import { postNotice } from './notices'

/** Topic of announcements about exports of data that not everybody can read. */
export const dataExportsTopic = 'data exports'

/**
 * Announces what everybody must be able to learn of. Refuses without a public stream for it, so that nothing happens in secret
 * (behaviour, Notices posted by the notification bot).
 */
export async function announceToEverybody(
  turn: Turn,
  notice: { stream_id: number; topic: string; content: string },
): Promise<Step> {
  const stream = await turn.cached(streamById, turn.realm_id, notice.stream_id)
  if (stream === null || stream.invite_only)
    throw refused('This must be announced to everybody: first choose a public stream for notices of new streams')
  return postNotice(turn, notice)
}
