import { useOptimistic } from './use-optimistic'
import { Select } from './select'
import { SaveStatus, useSaveState, type SaveState } from './save-status'

interface SelectSettingProps<T> {
  readonly label: string
  readonly value: T
  readonly hint?: string | undefined
  readonly options: readonly { readonly value: T; readonly label: string }[]
  /** The status line of the section; without it the setting shows its own. */
  readonly saving?: SaveState
  readonly onSave: (value: T) => Promise<unknown>
}

/** A select that saves at once. */
export function SelectSetting<T extends string | number>(props: SelectSettingProps<T>) {
  const { value, saving, onSave, ...shown } = props
  const own = useSaveState()
  const { current, choose } = useOptimistic(value, (next: T) => (saving ?? own).save(() => onSave(next)))
  return (
    <div>
      <Select {...shown} value={current} onChoose={(next) => void choose(next)} />
      {saving === undefined && <SaveStatus of={own} />}
    </div>
  )
}
