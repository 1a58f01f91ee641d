import { SelectSetting, type SaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { isolateText } from '../../../lib/isolated'
import { byName } from '../../../lib/by-name'
import { useStore } from '../../../session/context'
import { useRealmSetting } from './realm'

/** The value for no stream. */
const noStreamId = -1

export const streamSettings = ['notifications_stream_id', 'signup_notifications_stream_id'] as const

interface StreamSettingProps {
  readonly name: (typeof streamSettings)[number]
  readonly saving: SaveState
}

/** A stream for automatic messages, or none. */
export function StreamSetting({ name, saving }: StreamSettingProps) {
  const t = texts.organization.rules
  const { value, save } = useRealmSetting(name)
  const { streams } = useStore()
  const known = [...streams.all.value.values()]
    .toSorted((a, b) => byName(a.name, b.name))
    .map((stream) => ({ value: stream.stream_id, label: isolateText(`#${stream.name}`) }))
  const options = [{ value: noStreamId, label: t.noStream }, ...known]
  if (options.every((option) => option.value !== value)) options.push({ value, label: t.hiddenStream })
  return <SelectSetting {...t.settings[name]} value={value} options={options} saving={saving} onSave={save} />
}
