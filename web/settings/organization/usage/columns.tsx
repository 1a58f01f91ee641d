import type { Mark } from './amounts'

/** A column of a chart. */
export interface Column {
  /** Of which hour or day it is. */
  readonly when: string
  /** How much there was, in words. */
  readonly amount: string
  /** Null: nothing is known. */
  readonly value: number | null
  readonly mark?: Mark | null
  /** How much of the quota it is, in words. */
  readonly share?: string
}

interface ColumnsProps {
  readonly title: string
  readonly columns: readonly Column[]
  /** What stands in place of the columns if there is nothing to see. */
  readonly nothing: string
  /** The text of the highest column. */
  readonly peak: (amount: string, when: string) => string
}

/** A small chart of columns. The figures themselves are for its surroundings to show. */
export function Columns({ title, columns, nothing, peak }: ColumnsProps) {
  const maxValue = Math.max(0, ...columns.map(({ value }) => value ?? 0))
  const highest = columns.find(({ value }) => value === maxValue)
  const text = maxValue === 0 || highest === undefined ? nothing : peak(highest.amount, highest.when)
  return (
    <figure class="columns">
      <figcaption>
        {title}
        <small>
          <bdi>{text}</bdi>
        </small>
      </figcaption>
      {maxValue > 0 && (
        <>
          <div role="img" aria-label={`${title}. ${text}`} class="chart">
            {columns.map(({ when, amount, value, mark }) => (
              <span
                key={when}
                class={value === null ? 'unknown' : (mark ?? undefined)}
                title={`${when}: ${amount}`}
                style={{ '--share': `${((value ?? 0) / maxValue) * 100}%` }}
              />
            ))}
          </div>
          <div class="ends" aria-hidden="true">
            <bdi>{columns[0]!.when}</bdi>
            <bdi>{columns.at(-1)!.when}</bdi>
          </div>
        </>
      )}
    </figure>
  )
}
