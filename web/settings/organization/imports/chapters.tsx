import { texts } from '../../../i18n'
import { formatNumber } from '../../../i18n/format'
import { isLong, type Chapter } from './progress'

interface ChaptersProps {
  readonly of: readonly Chapter[]
  /** Whether the import still runs, so that the long chapters have bars. */
  readonly isRunning?: boolean
}

/** What was imported of each chapter. */
export const Chapters = ({ of: chapters, isRunning = false }: ChaptersProps) => (
  <ul class="rows import-chapters">
    {chapters.map((chapter) => (
      <ChapterRow key={chapter.name} of={chapter} hasBar={isRunning && isLong(chapter)} />
    ))}
  </ul>
)

function ChapterRow({ of: { name, imported, expected }, hasBar }: { of: Chapter; hasBar: boolean }) {
  const t = texts.organization.imports
  const title = t.chapters[name]
  const amount = imported === expected ? formatNumber(imported) : t.of(imported, expected)
  return (
    <li class="wrapping">
      <span class="grow">{title}</span>
      <span class="amount" dir="auto">
        {amount}
      </span>
      {hasBar && (
        <div
          role="progressbar"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={expected}
          aria-valuenow={Math.min(imported, expected)}
          aria-valuetext={t.of(imported, expected)}
          class="import-bar"
        >
          <span style={{ '--share': `${Math.min(1, imported / expected) * 100}%` }} />
        </div>
      )}
    </li>
  )
}
