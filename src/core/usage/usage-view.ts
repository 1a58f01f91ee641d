import type { AccountDay, AccountFigures } from './account-figures'
import type { UsageMeter } from './usage-meter'

/** What an action may know of what the realm uses. */
export interface UsageView extends Pick<UsageMeter, 'report'> {
  /** When work that can wait begins, in UNIX seconds; null: now. */
  readonly waitsUntil: number | null
  /** Since when the database refuses changes, in UNIX seconds; null while it does not. */
  readonly refusedSince: number | null
  /** Whether the database has so little room that nothing is added to it (`DatabaseSize`). */
  readonly databaseFull: boolean
  /** What the platform says of a day; null: nothing. */
  readonly accountOn: (day: number) => AccountDay | null
  /** The platform's figures of the account. They are stored at once, apart from the change. */
  readonly account: Pick<AccountFigures, 'takeTurn' | 'keep'>
}
