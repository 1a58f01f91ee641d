import { tell, type OutgoingEvent } from '../core/turn/change'
import type { ExportRow } from './queries'
import { shownExports, type ExportViewer } from './schema'

/** The event that sends all exports to an administrator. */
export const exportsEvent = (viewer: ExportViewer, exports: readonly ExportRow[]): OutgoingEvent =>
  tell([viewer.user_id], { type: 'realm_export', exports: shownExports(exports, viewer) })
