import { clockOf } from '../message'
import { useSession } from '../../../session/context'

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString()

/** When something happened, as short as possible: the time if it was today, otherwise the day. `timestamp` is in seconds. */
export function When({ timestamp }: { timestamp: number }) {
  const { outbox } = useSession()
  const clock = clockOf(outbox.state.user_settings.value)
  const date = new Date(timestamp * 1000)
  const today = new Date()
  const isThisYear = date.getFullYear() === today.getFullYear()
  const day = new Intl.DateTimeFormat(document.documentElement.lang, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
  return (
    <time dateTime={date.toISOString()} title={clock.whole(date)}>
      {isSameDay(date, today) ? clock.time(date) : day.format(date)}
    </time>
  )
}
