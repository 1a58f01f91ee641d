/**
 * Characters of HTML that formulas, emoji and the colours of code may take in one message: each is many times as long as
 * what was written for it. Thirty formulas of a line each, 900 emoji, or 200 lines of code have room.
 */
const mostAdornment = 120_000

/** Formulas that are tried: each costs time even if nothing comes of it. */
const mostFormulas = 200

/** Cells of all tables together. A message has no room to write more; but missing ones are made up. */
const mostCells = 5000

/** What one message may still spend on that. What finds no room is shown as it was written. */
export class Budget {
  private adornment = mostAdornment
  private formulas = mostFormulas
  private cells = mostCells

  /** Whether so much HTML has a place. The first that has none is the last that is asked for: then the work ends, too. */
  takes({ length }: { length: number }): boolean {
    this.adornment -= length
    return this.adornment >= 0
  }

  get isFull(): boolean {
    return this.adornment <= 0
  }

  takesFormula(): boolean {
    this.formulas -= 1
    return this.formulas >= 0 && !this.isFull
  }

  takesCells(amount: number): boolean {
    if (amount > this.cells) return false
    this.cells -= amount
    return true
  }
}
