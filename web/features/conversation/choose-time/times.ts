/** A time that the dialog suggests. */
export interface Choice {
  readonly name: 'inTwentyMinutes' | 'inAnHour' | 'inThreeHours' | 'thisEvening' | 'tomorrow' | 'nextWeek'
  readonly at: Date
}

/** The hours of this evening, and of tomorrow or Monday morning. */
const [evening, morning] = [18, 9]

/** The given hour, `days` days later. */
function atHour(now: Date, days: number, hour: number): Date {
  const at = new Date(now)
  at.setDate(at.getDate() + days)
  at.setHours(hour, 0, 0, 0)
  return at
}

/** `minutes` minutes later, rounded down to a whole minute. */
const after = (now: Date, minutes: number): Date => new Date((Math.floor(now.getTime() / 60_000) + minutes) * 60_000)

/** Tomorrow morning, and Monday morning. On Sundays, Monday is tomorrow. */
function mornings(now: Date): readonly Choice[] {
  const untilMonday = (8 - now.getDay()) % 7 || 7
  return [
    { name: 'tomorrow', at: atHour(now, 1, morning) },
    ...(untilMonday > 1 ? [{ name: 'nextWeek', at: atHour(now, untilMonday, morning) } as const] : []),
  ]
}

/** Suggested times to send a message, the soonest first. Leaves out this evening if it has passed. */
export function choicesAt(now: Date): readonly Choice[] {
  const all: Choice[] = [
    { name: 'inAnHour', at: after(now, 60) },
    { name: 'thisEvening', at: atHour(now, 0, evening) },
    ...mornings(now),
  ]
  return all.filter(({ at }) => at > now).toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Suggested times for a reminder, the soonest first. */
export function reminderTimes(now: Date): readonly Choice[] {
  const all: Choice[] = [
    { name: 'inTwentyMinutes', at: after(now, 20) },
    { name: 'inAnHour', at: after(now, 60) },
    { name: 'inThreeHours', at: after(now, 180) },
    ...mornings(now),
  ]
  return all.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A time in the format of an `input` of type `datetime-local`, in the user's time zone. */
export function fieldOf(at: Date): string {
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
