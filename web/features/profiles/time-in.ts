/** What time it is in a zone; null if nobody knows. */
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
    // A zone that this browser does not know.
    return null
  }
}
