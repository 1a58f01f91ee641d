import type { Mark } from './amounts'

export interface Column {
  /** Its hour or day, as text. */
  readonly when: string
  /** The value with its unit. */
  readonly amount: string
  /** Null if it is unknown. */
  readonly value: number | null
  readonly mark?: Mark | null
  /** The percentage of the quota, as text. */
  readonly share?: string
}

interface ColumnsProps {
  readonly title: string
  readonly columns: readonly Column[]
  /** Text in place of a chart without any value. */
  readonly nothing: string
  /** Text for the highest column. */
  readonly peak: (amount: string, when: string) => string
}

/** A small bar chart, read out as its highest value. `Figures` shows the same data as a table. */
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
