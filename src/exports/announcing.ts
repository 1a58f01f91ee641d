import { assertWithin } from '../accounts/limit-room'
import { organizationLimits } from '../accounts/organization-limits'
import { assertAdministrator, assertOwner } from '../accounts/roles'
import { settingsOf } from '../accounts/settings'
import { refused } from '../core/base/errors'
import type { Step, Turn } from '../core/turn/change'
import { announceToEverybody, dataExportsTopic } from '../messages/announcements'
import { silentMention } from '../messages/notices'
import { exportTypes, type ExportType } from './export-types'
import type { ExportRow } from './queries'

/** Refuses who may not ask for an export of this type (behaviour, Exports). */
export function assertMayAsk({ actor }: Turn, export_type: ExportType): void {
  assertAdministrator(actor)
  if (export_type === exportTypes.public) return
  assertOwner(actor)
  if (export_type === exportTypes.everything && !settingsOf(actor).owner_full_content_access)
    throw refused('The organization does not allow owners to export everything')
}

/** Refuses a further export, or a copy that would be announced, after too many in a few days. */
export function assertAnnouncedExport({ env, now }: Turn, exports: readonly ExportRow[]): void {
  const isRecent = ({ export_time }: ExportRow): boolean => export_time > now - organizationLimits.exports.seconds
  if (env.RATE_LIMITS !== 'off') assertWithin('exports', exports.filter(isRecent).length + 1)
}

/** Says in the stream for announcements what is exported; null for an export of public data. */
export async function announceExport(
  turn: Turn,
  export_type: ExportType,
  { isCopy }: { isCopy: boolean },
): Promise<Step | null> {
  if (export_type === exportTypes.public) return null
  const what =
    export_type === exportTypes.everything
      ? '**everything** in this organization, with all private messages and private streams.'
      : 'this organization, with private messages and private streams of the people who allow it in their settings.'
  const who = silentMention(turn.actor)
  return announceToEverybody(turn, {
    stream_id: settingsOf(turn.actor).notifications_stream_id,
    topic: dataExportsTopic,
    content: isCopy
      ? `${who} is copying to their own computer, and can repeat this for a month without another notice: ${what}`
      : `${who} asked for an export of ${what}`,
  })
}
