import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ConfirmRow, Select, useOptimistic, type SaveState } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { OtherTime } from '../../ui/form/other-time'
import { limitOf, timeText } from '../../ui/form/time-limits'
import { useSession } from '../../session/context'
import type { Stream } from './known'

const name = 'message_retention_days'

/** Days after which messages are deleted: -1 is never, null as the organization says (objects, Stream). */
type Days = number | null

const forEver = -1

/** Stands for a time that is not among the usual ones. */
const other = 'other'

const sent = (days: Days): string => (days === null ? 'realm_default' : days === forEver ? 'unlimited' : String(days))

interface RetentionProps {
  readonly stream: Stream
  readonly saving: SaveState
}

/** After how long messages of a stream are deleted. A shorter time is asked first: what is gone is gone. */
export function Retention({ stream, saving }: RetentionProps) {
  const { ask, store } = useSession()
  const { streamRules: t, organization } = laterWords
  const root = useRef<HTMLDivElement>(null)
  const isOther = useSignal(false)
  const asked = useSignal<{ readonly days: Days } | null>(null)
  const { stream_id, message_retention_days: told } = stream
  const chosen = useOptimistic<Days>(told, (days) =>
    saving.save(() => ask('PATCH /streams/{stream_id}', { stream_id, message_retention_days: sent(days) })),
  )
  const limit = limitOf(name)
  const general = store.state.realm_message_retention_days.value
  const inDays = (days: Days): number => {
    const kept = days ?? general ?? forEver
    return kept === forEver ? Infinity : kept
  }
  const text = (days: Days): string =>
    days === null ? t.asOrganization(timeText(limit, general, name)) : timeText(limit, days, name)

  function choose(days: Days): void {
    asked.value = inDays(days) < inDays(told) ? { days } : null
    if (asked.value === null) void chosen.choose(days)
  }

  function answer(isYes: boolean): void {
    if (isYes) void chosen.choose(asked.peek()!.days)
    asked.value = null
    // The buttons are gone.
    root.current!.querySelector('select')!.focus()
  }

  const now = asked.value === null ? chosen.now : asked.value.days
  const usual: Days[] = [null, forEver, ...limit.usual]
  const options = [...usual, ...(usual.includes(now) ? [] : [now])].map((value) => ({
    value: value as Days | typeof other,
    label: text(value),
  }))
  return (
    <div ref={root} class="fields">
      <Select<Days | typeof other>
        label={t.retention}
        value={isOther.value ? other : now}
        options={[...options, { value: other, label: organization.rules.otherTime }]}
        onChoose={(value) => {
          isOther.value = value === other
          if (value !== other) choose(value)
        }}
      />
      {isOther.value && (
        <OtherTime
          label={organization.rules.inUnits.days(t.retention)}
          value={now === null || now === forEver ? '' : String(now)}
          refuse={saving.refuse}
          onSet={choose}
        />
      )}
      {asked.value !== null && (
        <ConfirmRow
          text={organization.rules.deletesOlder(timeText(limit, inDays(asked.value.days), name))}
          yes={organization.rules.deleteOlder}
          onAnswer={answer}
        />
      )}
    </div>
  )
}
