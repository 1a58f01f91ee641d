export interface Clock {
  /** Hours and minutes. */
  time(date: Date): string
  /** Day, hours and minutes. */
  whole(date: Date): string
}

const clocks = new Map<boolean, Clock>()

/** Writes times as the settings of the user say. */
export function clockOf(settings: object): Clock {
  const hours24 = (settings as { twenty_four_hour_time?: boolean }).twenty_four_hour_time === true
  const made = clocks.get(hours24) ?? newClock(hours24)
  clocks.set(hours24, made)
  return made
}

function newClock(hours24: boolean): Clock {
  const hourCycle = hours24 ? 'h23' : 'h12'
  const language = document.documentElement.lang
  const hours = { hour: 'numeric', minute: '2-digit', hourCycle } as const
  const days = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  const short = new Intl.DateTimeFormat(language, hours)
  // Made at its first use, because making it takes milliseconds, which the first view would wait for.
  let long: Intl.DateTimeFormat | undefined
  return {
    time: (date) => short.format(date),
    whole(date) {
      long ??= new Intl.DateTimeFormat(language, { ...days, ...hours })
      return long.format(date)
    },
  }
}
