import { texts } from '../../i18n'

/** Options for the time zone. The present one is added, because this browser may not know it. */
export function zones(present: string): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...(present === '' ? [] : [present])])
  const all = [...names].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return present === '' ? [{ value: '', label: texts.settings.noTimezone }, ...all] : all
}
