import { useSignal } from '@preact/signals'
import { OctagonAlert, TriangleAlert } from 'lucide'
import { texts } from '../../../i18n'
import { clockOf } from '../../../features/conversation/message'
import { percentText } from '../../../lib/percent'
import { Icon } from '../../../ui'
import { useSession } from '../../../session/context'
import { amountText, dayText, daysUntil, hourAt, markOf, type Resource } from './amounts'
import { Columns, type Column } from './columns'
import { Figures } from './figures'

interface QuotaProps {
  readonly resource: Resource
  readonly resets_at: number
}

/** The use of one quota: a bar for today, and charts of its hours and of the last days. */
export function Quota({ resource, resets_at }: QuotaProps) {
  const { outbox } = useSession()
  const isOpen = useSignal(false)
  const t = texts.organization.usage
  const { name, quota, today } = resource
  const clock = clockOf(outbox.state.user_settings.value)
  const mark = markOf(today.percent)
  const used = amountText(name, today.value)
  const amount = quota === null ? t.noQuota(used) : t.of(used, amountText(name, quota))
  const hours = hoursOf(resource, (hour) => clock.time(hourAt(resets_at, hour)))
  const days = daysOf(resource, resets_at)
  const isFirst = resource.days.length < 2
  return (
    <li class="quota">
      <div class="title">
        <h4>{t.names[name]}</h4>
        {mark !== null && (
          <span class={`mark ${mark}`}>
            <Icon of={mark === 'much' ? TriangleAlert : OctagonAlert} size={16} />
            {t.marks[mark]}
          </span>
        )}
      </div>
      {today.percent !== null && (
        <div
          role="meter"
          aria-label={t.names[name]}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, today.percent)}
          aria-valuetext={`${percentText(today.percent)}, ${amount}`}
          class={`gauge ${mark ?? ''}`}
        >
          <span style={{ '--share': `${Math.min(100, today.percent)}%` }} />
        </div>
      )}
      <p class="amount">
        {today.percent !== null && <strong dir="auto">{percentText(today.percent)}</strong>}
        <span dir="auto">{amount}</span>
        <small>{t.sources[today.source]}</small>
      </p>
      <div class="charts">
        {hours !== null && <Columns title={t.hours} columns={hours} nothing={t.noHours} peak={t.peak} />}
        {isFirst ? (
          <p class="hint">{t.firstDay}</p>
        ) : (
          <Columns title={t.days} columns={days} nothing={t.noDays} peak={t.peak} />
        )}
      </div>
      <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary aria-label={t.figuresOf(t.names[name])}>{t.figures}</summary>
        {isOpen.value && (
          <div class="charts">
            {hours !== null && <Figures caption={t.hours} first={t.hour} columns={hours} />}
            <Figures caption={t.days} first={t.day} columns={days.filter(({ value }) => value !== null)} />
          </div>
        )}
      </details>
    </li>
  )
}

const hoursOf = ({ name, hours }: Resource, when: (hour: number) => string): Column[] | null =>
  hours?.map((value, hour) => ({ when: when(hour), amount: amountText(name, value), value })) ?? null

function daysOf({ name, days }: Resource, resets_at: number): Column[] {
  const t = texts.organization.usage
  const known = new Map(days.map((day) => [day.date, day]))
  return daysUntil(resets_at).map((date): Column => {
    const day = known.get(date)
    const when = dayText(date)
    if (day === undefined) return { when, amount: t.unknown, value: null }
    const amount = amountText(name, day.value)
    const share = day.percent === null ? {} : { share: percentText(day.percent) }
    return { when, amount, value: day.value, mark: markOf(day.percent), ...share }
  })
}
