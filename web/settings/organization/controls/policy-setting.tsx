import { SelectSetting, type SaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { FixedSetting } from './fixed'
import { offeredCode, policies, type PolicyName } from './policies'
import { useRealmSetting } from './realm'

export function PolicySetting({ name, saving }: { readonly name: PolicyName; readonly saving: SaveState }) {
  const { settings, who } = texts.organization.rules
  const { value: stored, isFixed, save } = useRealmSetting(name)
  const { label, hint }: { label: string; hint?: string } = settings[name]
  const value = offeredCode(name, stored)
  const options: { value: number; label: string }[] = policies[name].map(([code, admitted]) => ({
    value: code,
    label: who[admitted],
  }))
  if (isFixed)
    return <FixedSetting label={label} text={options.find((option) => option.value === value)?.label ?? ''} />
  return <SelectSetting label={label} hint={hint} value={value} options={options} saving={saving} onSave={save} />
}
