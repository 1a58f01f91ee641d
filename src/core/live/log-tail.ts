/** Characters of a row, above which further events get another one. Each that is added writes the row anew. */
const longestRow = 16_000

/**
 * The last row of the log, to which events of further changes are added: a row is deleted for many events then, not for each.
 * Its id is that of its first event, and all of its events come before the next row.
 */
export class LogTail {
  private open: { readonly id: number; readonly size: number } | null = null

  /** Id of the row for events of so many characters, of which the first has this id. */
  rowFor(first_id: number, size: number): number {
    const fits = this.open !== null && this.open.size + size <= longestRow
    this.open = fits ? { id: this.open!.id, size: this.open!.size + size } : { id: first_id, size }
    return this.open.id
  }

  end(): void {
    this.open = null
  }
}
