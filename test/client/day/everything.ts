import { modern } from '../../server/sync/watcher'
import type { ParamsOf } from '../../../client'

/** Deprecated: the library follows `realm_linkifiers`. */
const isOld = (type: string): boolean => type === 'realm_filters'

const without = (types: unknown): string[] => (types as string[]).filter((type) => !isOld(type))

/** All there is to register for, as clients of today do. */
export const everything = {
  event_types: without(modern['event_types']),
  fetch_event_types: without(modern['fetch_event_types']),
} as ParamsOf<'POST /register'>
