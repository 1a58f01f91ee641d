import type { Change, FollowUp, SystemTurn } from '../core/turn/change'
import { beforeFirstId } from '../core/sql/ids'
import { blockOf, deleteDigestsBefore, digestBounds, digestSize, insertDigests } from './digests'

/** Digests that are kept: of some days, where most unread messages are. All are read when a client registers. */
const mostDigests = 128

/** Makes digests of the messages since the last one, and deletes the oldest. */
export async function digestMessages({ sql, realm_id, upcoming }: SystemTurn): Promise<Change> {
  const open = blockOf(upcoming('message'))
  const { last } = await digestBounds(sql, realm_id)
  const least = Math.max(beforeFirstId(realm_id), open - mostDigests * digestSize)
  const blocks: number[] = []
  for (let block = Math.max(least, last === null ? least : last + digestSize); block < open; block += digestSize)
    blocks.push(block)
  return {
    writes: blocks.length === 0 ? [] : [insertDigests(blocks), deleteDigestsBefore(realm_id, least)],
    result: {},
  }
}

/** Has a digest made after a message with which a block begins. */
export const digestAfter = (message_id: number): { followUps?: FollowUp[] } =>
  blockOf(message_id) === message_id ? { followUps: [{ name: 'digestMessages', input: {}, after: 5 }] } : {}
