import { texts } from '../../../i18n'
import type { Column } from './columns'

interface FiguresProps {
  readonly caption: string
  /** Heading of the first column. */
  readonly first: string
  readonly columns: readonly Column[]
}

/** The data of a chart as a table. */
export function Figures({ caption, first, columns }: FiguresProps) {
  const t = texts.organization.usage
  const hasShares = columns.some(({ share }) => share !== undefined)
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{t.amount}</th>
          {hasShares && <th scope="col">{t.share}</th>}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ when, amount, share, mark }) => (
          <tr key={when}>
            <th scope="row">{when}</th>
            <td>{amount}</td>
            {hasShares && (
              <td>
                {share}
                {mark && <small>{t.marks[mark]}</small>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
