import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { percentText } from '../../../lib/percent'
import { sizeText } from '../../../lib/size'
import { dateText } from './date-text'

type Database = AnswerOf<'GET /realm/usage'>['database']

/** How full the database is, how fast it grows, and when it takes nothing new. */
export function Size({ of: database }: { readonly of: Database }) {
  const t = texts.organization.storage
  const { bytes, quota_bytes, percent, mark, is_full, daily_growth_bytes: growth, full_on, organizations } = database
  const used = sizeText(bytes)
  const amount =
    quota_bytes === null
      ? texts.organization.usage.noQuota(used)
      : texts.organization.usage.of(used, sizeText(quota_bytes))
  return (
    <>
      {percent !== null && (
        <div
          role="meter"
          aria-label={t.title}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, percent)}
          aria-valuetext={`${percentText(percent)}, ${amount}`}
          class={mark >= 85 ? 'database-gauge high' : 'database-gauge'}
        >
          <span style={{ '--share': `${Math.min(100, percent)}%` }} />
        </div>
      )}
      <p>
        {percent !== null && <strong dir="auto">{percentText(percent)}</strong>}
        {/* Outside of both, because a space at the end of a text in another direction would be on its other side. */}
        {percent !== null && ' '}
        <span dir="auto">{amount}</span>
      </p>
      {is_full ? (
        <p class="problem" role="alert">
          {t.full}
        </p>
      ) : (
        <>
          <p>{growth === null ? t.growthUnknown : growth <= 0 ? t.noGrowth : t.growth(sizeText(growth))}</p>
          {full_on !== null && <p>{t.fullOn(dateText(full_on))}</p>}
        </>
      )}
      {organizations > 1 && <p class="hint">{t.shared(organizations)}</p>}
    </>
  )
}
