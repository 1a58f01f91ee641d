import { about, type Altered } from '../core/turn/query-cache'
import { foldCase } from '../core/base/unicode'
import { streamById, streamByName, type StreamRow } from './queries'

/** Everything known that a change of a stream's own row makes untrue; of a renamed one, under either name. */
export const aboutStream = ({ realm_id, id, name }: Pick<StreamRow, 'realm_id' | 'id' | 'name'>): Altered[] => [
  about(streamById, realm_id, id),
  about(streamByName, realm_id, foldCase(name)),
]
