import { words } from '../../../i18n/words'

/** How many there are. As a style: a name says it already. */
export const Count = ({ of, mentions = 0 }: { of: number; mentions?: number }) =>
  of > 0 ? <span class={`count ${mentions > 0 ? 'mention' : ''}`} data-count={shortened(of)} /> : null

/** Counts keep within the place that is reserved for them. */
const shortened = (count: number): string =>
  count < 10_000 ? String(count) : count < 50_000 ? `${Math.floor(count / 1000)}k` : words.sidebar.more
