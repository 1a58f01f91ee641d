import type { Refusal } from '../base/errors'
import type { RelocationOrder, RelocationStatus } from '../relocation/command'
import type { Totals } from '../usage/usage-meter'

/** Asks a realm's object to move to another database. */
export interface RelocationCall {
  readonly realm_id: number
  readonly order: RelocationOrder
  readonly used?: Totals
}

export type RelocationReply = { readonly status: RelocationStatus } | { readonly refused: Refusal }
