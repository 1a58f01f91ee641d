import { CheckSetting, Section, useSaving } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { useRealmSetting } from './controls/realm'

/** Ways to log in. One that is the only one has to stay. */
export function Methods() {
  const said = laterWords.organization.rules
  const saving = useSaving()
  const { now, isFixed, save } = useRealmSetting('authentication_methods')
  const all = Object.keys(now)
  const name = (method: string): string => (said.methods as Record<string, string>)[method] ?? method
  return (
    <Section title={said.groups.methods} saving={saving}>
      {isFixed || all.length < 2 ? (
        <>
          <ul>
            {all
              .filter((method) => now[method])
              .map((method) => (
                <li key={method}>{name(method)}</li>
              ))}
          </ul>
          <p class="hint">{isFixed ? said.byOwners : said.onlyMethod}</p>
        </>
      ) : (
        all.map((method) => (
          <CheckSetting
            key={method}
            label={name(method)}
            isOn={now[method] === true}
            saving={saving}
            onSave={(isOn) => save({ [method]: isOn })}
          />
        ))
      )}
    </Section>
  )
}
