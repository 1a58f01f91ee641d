import { CheckSetting, type SaveState } from '../../ui/form'
import { usePreferences } from './place'

interface SettingCheckProps {
  readonly property: string
  readonly label: string
  readonly hint?: string
  readonly saving: SaveState
  /** What is saved when it is on, and what when it is not. */
  readonly values?: readonly [on: unknown, off: unknown]
}

/** A personal setting that is on or off. It is so at once. */
export function SettingCheck({ property, values: [on, off] = [true, false], ...shown }: SettingCheckProps) {
  const { settings, set } = usePreferences()
  return <CheckSetting {...shown} isOn={settings[property] !== off} onSave={(isOn) => set(property, isOn ? on : off)} />
}
