import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ConfirmRow, Select, useOptimistic, type SaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { OtherTime } from '../../ui/form/other-time'
import { limitOf, timeText } from '../../ui/form/time-limits'
import { useSession } from '../../session/context'
import type { Stream } from './stream'
import { focusIn } from '../../ui/focus'

const name = 'message_retention_days'

/** Days after which messages are deleted: -1 for never, null for the organization's setting (objects, Stream). */
type Days = number | null

const forEver = -1

/** The option for a time that is not in the list. */
const otherOption = 'other'

const valueToSend = (days: Days): string =>
  days === null ? 'realm_default' : days === forEver ? 'unlimited' : String(days)

interface RetentionProps {
  readonly stream: Stream
  readonly saving: SaveState
}

/** When the messages of a stream are deleted. Asks the user before a shorter time, because deleted messages do not come back. */
export function Retention({ stream, saving }: RetentionProps) {
  const { ask, store } = useSession()
  const { streamEditing: t, organization } = texts
  const root = useRef<HTMLDivElement>(null)
  const isOther = useSignal(false)
  const confirming = useSignal<{ readonly days: Days } | null>(null)
  const { stream_id, message_retention_days: storedDays } = stream
  const chosen = useOptimistic<Days>(storedDays, (days) =>
    saving.save(() => ask('PATCH /streams/{stream_id}', { stream_id, message_retention_days: valueToSend(days) })),
  )
  const limit = limitOf(name)
  const general = store.state.realm_message_retention_days.value
  const toDays = (days: Days): number => {
    const effectiveDays = days ?? general ?? forEver
    return effectiveDays === forEver ? Infinity : effectiveDays
  }
  const text = (days: Days): string =>
    days === null ? t.asOrganization(timeText(limit, general, name)) : timeText(limit, days, name)

  function choose(days: Days): void {
    confirming.value = toDays(days) < toDays(storedDays) ? { days } : null
    if (confirming.value === null) void chosen.choose(days)
  }

  function answer(isYes: boolean): void {
    if (isYes) void chosen.choose(confirming.peek()!.days)
    confirming.value = null
    // The pressed button is gone, so the select gets the focus.
    focusIn(root.current, 'select')
  }

  const shownDays = confirming.value === null ? chosen.current : confirming.value.days
  const usual: Days[] = [null, forEver, ...limit.usual]
  const options = [...usual, ...(usual.includes(shownDays) ? [] : [shownDays])].map((value) => ({
    value: value as Days | typeof otherOption,
    label: text(value),
  }))
  return (
    <div ref={root} class="fields">
      <Select<Days | typeof otherOption>
        label={t.retention}
        value={isOther.value ? otherOption : shownDays}
        options={[...options, { value: otherOption, label: organization.rules.otherTime }]}
        onChoose={(value) => {
          isOther.value = value === otherOption
          if (value !== otherOption) choose(value)
        }}
      />
      {isOther.value && (
        <OtherTime
          label={organization.rules.inUnits.days(t.retention)}
          value={shownDays === null || shownDays === forEver ? '' : String(shownDays)}
          refuse={saving.refuse}
          onSet={choose}
        />
      )}
      {confirming.value !== null && (
        <ConfirmRow
          text={organization.rules.deletesOlder(timeText(limit, toDays(confirming.value.days), name))}
          yes={organization.rules.deleteOlder}
          onAnswer={answer}
        />
      )}
    </div>
  )
}
