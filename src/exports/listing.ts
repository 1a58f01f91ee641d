import { tell, type OutgoingEvent } from '../core/turn/change'
import type { ExportRow } from './queries'
import { shownExports } from './schema'

/** The event that sends all exports to an administrator. */
export const listed = (user_id: number, exports: readonly ExportRow[], origin: string): OutgoingEvent =>
  tell([user_id], { type: 'realm_export', exports: shownExports(exports, { user_id, origin }) })
