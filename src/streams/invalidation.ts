import { invalidation, type Invalidation } from '../core/turn/query-cache'
import { foldCase } from '../core/base/unicode'
import { streamById, streamByName, type StreamRow } from './queries'

/** The cached answers that a change of a stream's row makes wrong. Renaming invalidates them under both names. */
export const streamInvalidations = ({
  realm_id,
  id,
  name,
}: Pick<StreamRow, 'realm_id' | 'id' | 'name'>): Invalidation[] => [
  invalidation(streamById, realm_id, id),
  invalidation(streamByName, realm_id, foldCase(name)),
]
