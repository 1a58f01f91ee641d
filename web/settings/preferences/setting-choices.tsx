import { Choices, SaveStatus, useOptimistic, useSaveState } from '../../ui/form'
import { usePreferences } from './place'

interface SettingChoicesProps<T> {
  readonly property: string
  readonly legend: string
  readonly options: readonly { readonly value: T; readonly label: string }[]
}

/** Radio buttons for a personal setting. */
export function SettingChoices<T extends number | boolean>({ property, ...shown }: SettingChoicesProps<T>) {
  const { settings, set } = usePreferences()
  const saving = useSaveState()
  const chosen = useOptimistic(settings[property] as T, (value) => saving.save(() => set(property, value)))
  return (
    <div>
      <Choices {...shown} value={chosen.current} onChoose={(value) => void chosen.choose(value)} />
      <SaveStatus of={saving} />
    </div>
  )
}
