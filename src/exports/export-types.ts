import { z } from 'zod'

/**
 * What an export has: what every member can read; also private data of the people who allow it; or everything (behaviour,
 * Exports).
 */
export const exportTypes = { public: 1, consented: 2, everything: 3 } as const

export type ExportType = (typeof exportTypes)[keyof typeof exportTypes]

export const exportTypeSchema = z.literal(Object.values(exportTypes))
