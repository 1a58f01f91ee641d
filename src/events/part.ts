import type { Snapshot } from '../core/realm/action-table'
import type { RegisterInput } from './queue-options'

/** Makes one feature's part of the initial state. All parts share one transaction, so send every query before awaiting one. */
export type StateOf = (snapshot: Snapshot<RegisterInput>) => Promise<Record<string, unknown>>
