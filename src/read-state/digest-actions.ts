import type { Change, FollowUp, SystemTurn } from '../core/turn/change'
import { beforeFirstId } from '../core/sql/ids'
import { blockOf, deleteDigestsBefore, digestBounds, digestSize, insertDigests } from './digests'

/** Maximal number of digests. They cover some days, where most unread messages are, and a registration reads all of them. */
const maxDigests = 128

/** Makes digests of the messages since the last one, and deletes the oldest digests. */
export async function digestMessages({ sql, realm_id, upcoming }: SystemTurn): Promise<Change> {
  const open = blockOf(upcoming('message'))
  const { last } = await digestBounds(sql, realm_id)
  const oldestBlock = Math.max(beforeFirstId(realm_id), open - maxDigests * digestSize)
  const blocks: number[] = []
  for (
    let block = Math.max(oldestBlock, last === null ? oldestBlock : last + digestSize);
    block < open;
    block += digestSize
  )
    blocks.push(block)
  return {
    writes: blocks.length === 0 ? [] : [insertDigests(blocks), deleteDigestsBefore(realm_id, oldestBlock)],
    result: {},
  }
}

/** Schedules a digest after a message that begins a block. */
export const digestAfter = (message_id: number): { followUps?: FollowUp[] } =>
  blockOf(message_id) === message_id ? { followUps: [{ name: 'digestMessages', input: {}, after: 5 }] } : {}
