import { invalidation, type Invalidation } from '../core/turn/query-cache'
import { foldCase } from '../core/base/unicode'
import { streamById, streamByName, type StreamRow } from './queries'

/** Everything known that a change of a stream's own row makes untrue; of a renamed one, under either name. */
export const streamInvalidations = ({
  realm_id,
  id,
  name,
}: Pick<StreamRow, 'realm_id' | 'id' | 'name'>): Invalidation[] => [
  invalidation(streamById, realm_id, id),
  invalidation(streamByName, realm_id, foldCase(name)),
]
