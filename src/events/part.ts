import type { Snapshot } from '../core/realm/action-table'
import type { RegisterInput } from './queue-options'

/** A part of the initial state, as one room makes it. All reads of all parts share one transaction: ask before awaiting. */
export type StateOf = (snapshot: Snapshot<RegisterInput>) => Promise<Record<string, unknown>>
