/** Compares names without regard to case, and the numbers in them by value. */
export const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true }).compare
