import type { JobKind } from '../core/jobs/job-kind'
import { removeOwnData, writeOwnData } from './part'

export const writeOwnDataPart: JobKind = {
  run: writeOwnData,
  action: 'advanceOwnData',
  byAlarmOnly: true,
  canWait: true,
}

export const removeOwnDataParts: JobKind = {
  run: removeOwnData,
  action: 'continueOwnDataRemoval',
  byAlarmOnly: true,
  canWait: true,
}
