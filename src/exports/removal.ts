import type { Job } from '../core/turn/change'

/** The job that deletes an export's parts from the bucket. */
export const removal = (export_id: number): Job => ({ kind: 'removeExportParts', payload: { export_id } })
