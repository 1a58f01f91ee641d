import { invalidation, type Invalidation } from '../core/turn/query-cache'
import { foldCase } from '../core/base/unicode'
import { streamById, streamByName, type StreamRow } from './queries'

/** Invalidates what is cached of a stream's row. A rename invalidates both names. */
export const streamInvalidations = ({
  realm_id,
  id,
  name,
}: Pick<StreamRow, 'realm_id' | 'id' | 'name'>): Invalidation[] => [
  invalidation(streamById, realm_id, id),
  invalidation(streamByName, realm_id, foldCase(name)),
]
