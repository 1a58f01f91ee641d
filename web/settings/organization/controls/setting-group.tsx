import { CheckSetting, Section, TextSetting, useSaveState, type SaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { LimitSetting } from './limit-setting'
import { limits, type LimitName } from '../../../ui/form/time-limits'
import { policies, type PolicyName } from './policies'
import { PolicySetting } from './policy-setting'
import { useRealmSetting, type SettingName } from './realm'
import { StreamSetting, streamSettings } from './stream-setting'
import { WeekdaySetting } from './weekday-setting'

type StreamName = (typeof streamSettings)[number]
type TextName = 'default_code_block_language' | 'default_language'
/** A setting that is a checkbox. */
type FlagName = Exclude<SettingName, PolicyName | LimitName | StreamName | TextName | 'digest_weekday'>

interface SettingGroupProps {
  readonly title: string
  readonly names: readonly SettingName[]
}

/** Settings of the organization under one heading, each with the control of its type. */
export function SettingGroup({ title, names }: SettingGroupProps) {
  const saving = useSaveState()
  return (
    <Section title={title} saving={saving}>
      <div class="fields">
        {names.map((name) => (
          <Setting key={name} name={name} saving={saving} />
        ))}
      </div>
    </Section>
  )
}

function Setting({ name, saving }: { readonly name: SettingName; readonly saving: SaveState }) {
  if (name in policies) return <PolicySetting name={name as PolicyName} saving={saving} />
  if (name in limits) return <LimitSetting name={name as LimitName} saving={saving} />
  if (streamSettings.includes(name as StreamName)) return <StreamSetting name={name as StreamName} saving={saving} />
  if (name === 'default_code_block_language') return <CodeLanguage />
  if (name === 'digest_weekday') return <WeekdaySetting saving={saving} />
  return <Flag name={name as FlagName} saving={saving} />
}

function Flag({ name, saving }: { readonly name: FlagName; readonly saving: SaveState }) {
  const { value, save } = useRealmSetting(name)
  return <CheckSetting {...texts.organization.rules.settings[name]} isOn={value} saving={saving} onSave={save} />
}

/** Maximal length of a language's name. */
const longest = 40

function CodeLanguage() {
  const { value, save } = useRealmSetting('default_code_block_language')
  const t = texts.organization.rules.settings.default_code_block_language
  return <TextSetting {...t} value={value ?? ''} maxLength={longest} onSave={save} />
}
