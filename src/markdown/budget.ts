/**
 * Maximal characters of HTML for formulas, emoji and the colours of code in a message: each is many times as long as its source.
 * It is enough for thirty formulas of one line each, 900 emoji, or 200 lines of code.
 */
const maxAdornment = 120_000

/** Formulas that are tried: each costs time, even if it turns out to be none. */
const maxFormulas = 200

/** Maximal cells of all tables together. Short rows are filled up, so that there can be more cells than characters. */
const maxCells = 5000

/** The amounts that are left for one message. Syntax for which nothing is left is shown as it was written. */
export class Budget {
  private adornment = maxAdornment
  private formulas = maxFormulas
  private cells = maxCells

  /** Whether the HTML fits. After the first that does not, the budget counts as full, so that the work ends as well. */
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
