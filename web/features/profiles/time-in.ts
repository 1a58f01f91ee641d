/** The time in a time zone; null if the zone is empty or unknown. */
export function timeIn(timeZone: string, settings: object): string | null {
  const { twenty_four_hour_time } = settings as { readonly twenty_four_hour_time?: boolean }
  const hourCycle = twenty_four_hour_time === true ? 'h23' : 'h12'
  try {
    if (timeZone === '') return null
    return new Intl.DateTimeFormat(document.documentElement.lang, {
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle,
      timeZone,
    }).format(new Date())
  } catch {
    // This browser does not know the zone.
    return null
  }
}
