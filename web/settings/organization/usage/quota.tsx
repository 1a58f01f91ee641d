import { useSignal } from '@preact/signals'
import { OctagonAlert, TriangleAlert } from 'lucide'
import { laterWords } from '../../../i18n/later-words'
import { clockOf } from '../../../features/conversation/message'
import { Icon } from '../../../ui'
import { useSession } from '../../../session/context'
import { amountText, dayText, daysUntil, hourAt, markOf, percentText, type Resource } from './amounts'
import { Columns, type Column } from './columns'
import { Figures } from './figures'

interface QuotaProps {
  readonly resource: Resource
  readonly resets_at: number
}

/** What was used of one quota: a bar for today, and charts of its hours and of the days before. */
export function Quota({ resource, resets_at }: QuotaProps) {
  const { outbox } = useSession()
  const isOpen = useSignal(false)
  const said = laterWords.organization.usage
  const { name, quota, today } = resource
  const clock = clockOf(outbox.state.user_settings.value)
  const mark = markOf(today.percent)
  const used = amountText(name, today.value)
  const amount = quota === null ? said.noQuota(used) : said.of(used, amountText(name, quota))
  const hours = hoursOf(resource, (hour) => clock.time(hourAt(resets_at, hour)))
  const days = daysOf(resource, resets_at)
  const isFirst = resource.days.length < 2
  return (
    <li class="quota">
      <div class="title">
        <h4>{said.names[name]}</h4>
        {mark !== null && (
          <span class={`mark ${mark}`}>
            <Icon of={mark === 'much' ? TriangleAlert : OctagonAlert} size={16} />
            {said.marks[mark]}
          </span>
        )}
      </div>
      {today.percent !== null && (
        <div
          role="meter"
          aria-label={said.names[name]}
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
        <small>{said.sources[today.source]}</small>
      </p>
      <div class="charts">
        {hours !== null && <Columns title={said.hours} columns={hours} nothing={said.noHours} peak={said.peak} />}
        {isFirst ? (
          <p class="hint">{said.firstDay}</p>
        ) : (
          <Columns title={said.days} columns={days} nothing={said.noDays} peak={said.peak} />
        )}
      </div>
      <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary aria-label={said.figuresOf(said.names[name])}>{said.figures}</summary>
        {isOpen.value && (
          <div class="charts">
            {hours !== null && <Figures caption={said.hours} first={said.hour} columns={hours} />}
            <Figures caption={said.days} first={said.day} columns={days.filter(({ value }) => value !== null)} />
          </div>
        )}
      </details>
    </li>
  )
}

const hoursOf = ({ name, hours }: Resource, when: (hour: number) => string): Column[] | null =>
  hours?.map((value, hour) => ({ when: when(hour), amount: amountText(name, value), value })) ?? null

function daysOf({ name, days }: Resource, resets_at: number): Column[] {
  const said = laterWords.organization.usage
  const known = new Map(days.map((day) => [day.date, day]))
  return daysUntil(resets_at).map((date): Column => {
    const day = known.get(date)
    const when = dayText(date)
    if (day === undefined) return { when, amount: said.unknown, value: null }
    const amount = amountText(name, day.value)
    const share = day.percent === null ? {} : { share: percentText(day.percent) }
    return { when, amount, value: day.value, mark: markOf(day.percent), ...share }
  })
}
