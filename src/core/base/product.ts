/**
 * Types of the product that `core/` needs. `core/` knows no product word, so features add these types by declaration merging:
 * `account` (the account that asks), `actions` (the table in `src/actions.ts`), `events` (all events).
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled in by declaration merging
export interface Product {}

export type Actor = Product extends { account: infer A } ? A : never
export type Actions = Product extends { actions: infer A } ? A : never
export type Event = Product extends { events: infer E } ? E : never
