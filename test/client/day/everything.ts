import { modern } from '../../server/sync/watcher'
import type { ParamsOf } from '../../../client'

/** Deprecated: the library follows `realm_linkifiers`. */
const isOld = (type: string): boolean => type === 'realm_filters'

const withoutOld = (types: unknown): string[] => (types as string[]).filter((type) => !isOld(type))

/** All there is to register for, as clients of today do. */
export const everything = {
  event_types: withoutOld(modern['event_types']),
  fetch_event_types: withoutOld(modern['fetch_event_types']),
} as ParamsOf<'POST /register'>
