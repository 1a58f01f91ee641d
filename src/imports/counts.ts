import type { z } from 'zod'
import { chapterNames } from '../archive/records'
import type { Import } from './queries'
import type { countsSchema } from './schema'

/** Records of each chapter that the archive has, and those that were written. */
export function countsOf({ plan, done }: Import): z.infer<typeof countsSchema> {
  const { counts } = plan.manifest
  return Object.fromEntries(
    chapterNames
      .filter((name) => counts[name] !== undefined || done[name] !== undefined)
      .map((name) => [name, { expected: counts[name] ?? 0, imported: done[name]?.records ?? 0 }]),
  )
}
