import { CheckSetting, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { useRealmSetting } from './controls/realm'

/** Login methods. The last one cannot be switched off. */
export function Methods() {
  const t = texts.organization.rules
  const saving = useSaveState()
  const { value, isFixed, save } = useRealmSetting('authentication_methods')
  const all = Object.keys(value)
  const name = (method: string): string => (t.methods as Record<string, string>)[method] ?? method
  return (
    <Section title={t.groups.methods} saving={saving}>
      {isFixed || all.length < 2 ? (
        <>
          <ul>
            {all
              .filter((method) => value[method])
              .map((method) => (
                <li key={method}>{name(method)}</li>
              ))}
          </ul>
          <p class="hint">{isFixed ? t.byOwners : t.onlyMethod}</p>
        </>
      ) : (
        all.map((method) => (
          <CheckSetting
            key={method}
            label={name(method)}
            isOn={value[method] === true}
            saving={saving}
            onSave={(isOn) => save({ [method]: isOn })}
          />
        ))
      )}
    </Section>
  )
}
