import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ConfirmRow, Select, useOptimistic, type SaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { FixedSetting } from './fixed'
import { inUnit, limitOf, timeText, type LimitName } from '../../../ui/form/time-limits'
import { OtherTime } from '../../../ui/form/other-time'
import { useRealmSetting } from './realm'
import { focusIn } from '../../../ui/focus'

/** The option for a time that is not in the list. */
const otherOption = 'other'

/** A time from the list, another time, or no limit. Asks before it deletes anything. */
export function LimitSetting({ name, saving }: { readonly name: LimitName; readonly saving: SaveState }) {
  const t = texts.organization.rules
  const { value: storedLimit, isFixed, save } = useRealmSetting(name)
  const limit = limitOf(name)
  const root = useRef<HTMLDivElement>(null)
  const isOther = useSignal(false)
  /** A time that would delete messages and awaits confirmation. */
  const confirming = useSignal<number | null>(null)
  const chosen = useOptimistic<number | null>(storedLimit, (value) =>
    saving.save(() => save(value === limit.none.eventValue ? limit.none.sent : value)),
  )
  const { label, hint }: { label: string; hint?: string } = t.settings[name]
  const text = (value: number | null): string => timeText(limit, value, name)
  if (isFixed) return <FixedSetting label={label} text={text(storedLimit)} />

  function choose(value: number | null): void {
    const isNone = value === limit.none.eventValue
    const isShorter = storedLimit === limit.none.eventValue || value! < storedLimit!
    if (limit.deletes && !isNone && isShorter) confirming.value = value
    else {
      confirming.value = null
      void chosen.choose(value)
    }
  }

  function answer(isYes: boolean): void {
    if (isYes) void chosen.choose(confirming.peek())
    confirming.value = null
    // The confirmation buttons have left the DOM.
    focusIn(root.current, 'select')
  }

  const shownLimit = confirming.value ?? chosen.current
  const times = [limit.none.eventValue, ...limit.usual]
  const options = [...times, ...(times.includes(shownLimit) ? [] : [shownLimit])].map((value) => ({
    value: value as number | string | null,
    label: text(value),
  }))
  return (
    <div ref={root} class="fields">
      <Select<number | string | null>
        label={label}
        hint={hint}
        value={isOther.value ? otherOption : shownLimit}
        options={[...options, ...(limit.isList ? [] : [{ value: otherOption, label: t.otherTime }])]}
        onChoose={(value) => {
          isOther.value = value === otherOption
          if (value !== otherOption) choose(value as number | null)
        }}
      />
      {isOther.value && (
        <OtherTime
          label={t.inUnits[limit.counts](label)}
          value={shownLimit === null || shownLimit === limit.none.eventValue ? '' : String(shownLimit / inUnit(limit))}
          refuse={saving.refuse}
          onSet={(count) => choose(count * inUnit(limit))}
        />
      )}
      {confirming.value !== null && (
        <ConfirmRow text={t.deletesOlder(text(confirming.value))} yes={t.deleteOlder} onAnswer={answer} />
      )}
    </div>
  )
}
