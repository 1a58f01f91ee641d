import type { ComponentProps } from 'preact'
import { Check } from './check'
import { useOptimistic } from './use-optimistic'
import type { SaveState } from './save-status'

interface CheckSettingProps extends Omit<ComponentProps<typeof Check>, 'onChange'> {
  readonly saving: SaveState
  readonly onSave: (isOn: boolean) => Promise<unknown>
}

/** A checkbox that saves at once. */
export function CheckSetting({ isOn, saving, onSave, ...shown }: CheckSettingProps) {
  const { current, choose } = useOptimistic(isOn, (next) => saving.save(() => onSave(next)))
  return <Check {...shown} isOn={current} onChange={(next) => void choose(next)} />
}
