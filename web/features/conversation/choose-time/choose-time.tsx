import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { texts } from '../../../i18n'
import { clockOf } from '../message'
import { Button } from '../../../ui'
import { Dialog } from '../../../ui/dialog'
import { reasonOf } from '../../../ui/reason'
import type { Session } from '../../../session/open'
import { choicesAt, fieldOf, type Choice } from './times'
import './choose-time.css'

interface ChooseTimeProps {
  readonly session: Pick<Session, 'outbox'>
  /** The time that was chosen before, if any. */
  readonly before?: Date
  /** Title, button and times; by default those for scheduling a message. */
  readonly title?: string
  readonly button?: string
  readonly choices?: readonly Choice[]
  /** Must reject if the server refuses, or cannot be reached. The dialog then shows the reason. */
  readonly onChoose: (at: Date) => Promise<void>
  readonly onClose: () => void
}

/** A dialog that asks for a time: when to send a message, or when to remind the user. */
export function ChooseTime({ session, before, onChoose, onClose, ...props }: ChooseTimeProps) {
  const id = useId()
  const t = texts.scheduled
  const now = new Date()
  const chosen = useSignal(fieldOf(before ?? new Date(now.getTime() + 7_200_000)))
  const isAsking = useSignal(false)
  const reason = useSignal('')
  const clock = clockOf(session.outbox.state.user_settings.value)

  async function choose(at: Date): Promise<void> {
    if (Number.isNaN(at.getTime())) return
    isAsking.value = true
    reason.value = ''
    try {
      await onChoose(at)
      onClose()
    } catch (error) {
      reason.value = reasonOf(error)
    } finally {
      isAsking.value = false
    }
  }

  return (
    <Dialog title={props.title ?? t.when} onClose={onClose}>
      <div class="choose-time">
        {(props.choices ?? choicesAt(now)).map(({ name, at }, index) => (
          <Button
            key={name}
            data-first={index === 0 || undefined}
            disabled={isAsking.value}
            onClick={() => void choose(at)}
          >
            <span>{t[name]}</span>
            <time dateTime={at.toISOString()}>{clock.whole(at)}</time>
          </Button>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void choose(new Date(chosen.value))
          }}
        >
          <label for={id}>{t.atTime}</label>
          <input
            id={id}
            type="datetime-local"
            required
            value={chosen.value}
            min={fieldOf(now)}
            onInput={({ currentTarget }) => (chosen.value = currentTarget.value)}
          />
          <Button kind="main" type="submit" disabled={isAsking.value}>
            {props.button ?? t.schedule}
          </Button>
        </form>
        <p role="alert">{reason.value}</p>
      </div>
    </Dialog>
  )
}
