import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A fresh folder for temporary files that only this user can read. It is removed when the process exits, however it does. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-import-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
