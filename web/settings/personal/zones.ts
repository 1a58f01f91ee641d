import { laterWords } from '../../i18n/later-words'

/** Time zones to choose from: those that the browser knows, and the present one. */
export function zones(present: string): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...(present === '' ? [] : [present])])
  const all = [...names].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return present === '' ? [{ value: '', label: laterWords.settings.noTimezone }, ...all] : all
}
