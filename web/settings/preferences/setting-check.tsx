import { CheckSetting, type SaveState } from '../../ui/form'
import { usePreferences } from './place'

interface SettingCheckProps {
  readonly property: string
  readonly label: string
  readonly hint?: string
  readonly saving: SaveState
  /** The values to save, `[true, false]` unless given. */
  readonly values?: readonly [on: unknown, off: unknown]
}

/** A checkbox for a personal setting. */
export function SettingCheck({ property, values: [on, off] = [true, false], ...shown }: SettingCheckProps) {
  const { settings, set } = usePreferences()
  return <CheckSetting {...shown} isOn={settings[property] !== off} onSave={(isOn) => set(property, isOn ? on : off)} />
}
