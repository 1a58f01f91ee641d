/**
 * What the product plugs into the machine. `core/` knows no product word, so it leaves these open; the rooms fill
 * them in by declaration merging: `account` is who acts or asks, `actions` is the table in `src/actions.ts`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled in by declaration merging
export interface Product {}

export type Actor = Product extends { account: infer A } ? A : never
export type Actions = Product extends { actions: infer A } ? A : never
export type Event = Product extends { events: infer E } ? E : never
