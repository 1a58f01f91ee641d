/**
 * The entry of a table by a name that a service sent; undefined if there is none. A plain look-up would also find what every object
 * inherits, such as `constructor`.
 */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
