/**
 * Characters of HTML that formulas, emoji and the colours of code may take in one message: each is many times as long as
 * what was written for it. Thirty formulas of a line each, 900 emoji, or 200 lines of code have room.
 */
const mostAdornment = 120_000

/** Formulas that are tried: each costs time, even if it turns out to be none. */
const mostFormulas = 200

/** Cells of all tables together. Short rows are filled up, so that there can be more cells than a message has room to write. */
const mostCells = 5000

/** The amounts that are left for one message. Syntax for which nothing is left is shown as it was written. */
export class Budget {
  private adornment = mostAdornment
  private formulas = mostFormulas
  private cells = mostCells

  /** Whether there is room for the HTML. After the first that has none the budget is full, so that the work ends, too. */
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
