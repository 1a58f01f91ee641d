/** Characters of a row to which further events are added. Each addition writes the whole row again, so there is a limit. */
const maxRowCharacters = 16_000

/**
 * Remembers the last row of the log, to which events of further changes are added, so that later one row is deleted and not one
 * for each event. The id of a row is that of its first event, and all its events come before the next row.
 */
export class LogTail {
  private lastRow: { readonly id: number; readonly size: number } | null = null

  /** Id of the row in which events are stored. `first_id` is the id of the first event, and `size` the number of their characters. */
  rowFor(first_id: number, size: number): number {
    const fits = this.lastRow !== null && this.lastRow.size + size <= maxRowCharacters
    this.lastRow = fits ? { id: this.lastRow!.id, size: this.lastRow!.size + size } : { id: first_id, size }
    return this.lastRow.id
  }

  /** The next events begin another row. */
  end(): void {
    this.lastRow = null
  }
}
