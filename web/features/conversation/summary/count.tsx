import { texts } from '../../../i18n'
import { formatCompact } from '../../../i18n/format'

/** A count. CSS draws it, because the label of the link already says it. */
export const Count = ({ of, mentions = 0 }: { of: number; mentions?: number }) =>
  of > 0 ? <span class={`count ${mentions > 0 ? 'mention' : ''}`} data-count={formatCount(of)} /> : null

/** A count that fits its reserved space. */
const formatCount = (count: number): string =>
  count < 10_000 ? String(count) : count < 50_000 ? formatCompact(count) : texts.sidebar.more
