import type { ErrandKind } from '../core/jobs/jobs'
import { writePart } from './part'
import { removeParts } from './storage'

export const writeExportPart: ErrandKind = { run: writePart, action: 'advanceExport', apart: true }

export const removeExportParts: ErrandKind = { run: removeParts, action: 'continueRemoval', apart: true }
