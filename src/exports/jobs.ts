import type { JobKind } from '../core/jobs/job-kind'
import { writePart } from './part'
import { removeParts } from './storage'

export const writeExportPart: JobKind = {
  run: writePart,
  action: 'advanceExport',
  byAlarmOnly: true,
  canWait: true,
}

export const removeExportParts: JobKind = {
  run: removeParts,
  action: 'continueRemoval',
  byAlarmOnly: true,
  canWait: true,
}
