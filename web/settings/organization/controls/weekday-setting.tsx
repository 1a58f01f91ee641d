import { SelectSetting, type SaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { useRealmSetting } from './realm'

const daySeconds = 24 * 3600

/** The first Monday since 1970, in days. */
const firstMonday = 4

/** The name of a weekday, of which Monday is 0, in the language of the page. */
const weekdayName = (weekday: number): string =>
  new Date((firstMonday + weekday) * daySeconds * 1000).toLocaleDateString(document.documentElement.lang, {
    weekday: 'long',
    timeZone: 'UTC',
  })

/** The day of weekly mails. */
export function WeekdaySetting({ saving }: { readonly saving: SaveState }) {
  const { value, save } = useRealmSetting('digest_weekday')
  const options = Array.from({ length: 7 }, (_, weekday) => ({ value: weekday, label: weekdayName(weekday) }))
  const t = texts.organization.rules.settings.digest_weekday
  return <SelectSetting {...t} value={value} options={options} saving={saving} onSave={save} />
}
