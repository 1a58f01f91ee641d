import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { Button, showToast } from '../../ui'
import { reasonOf } from '../../ui/reason'
import { useSession } from '../../session/context'
import type { StepProps } from '../../session/onboarding'

/** The step that creates a first stream, with a suggested name. */
export function FirstStream({ onDone }: StepProps) {
  const { ask, store } = useSession()
  const t = texts.onboarding
  const name = useSignal(t.suggested)
  const problem = useSignal('')
  const isBusy = useSignal(false)

  async function create(): Promise<void> {
    const stream = name.value.trim()
    if (stream === '') return
    isBusy.value = true
    try {
      await ask('POST /users/me/subscriptions', { subscriptions: [{ name: stream }], announce: true })
      showToast(t.streamMade(stream))
      onDone()
    } catch (error) {
      problem.value = reasonOf(error)
      isBusy.value = false
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <p>{t.streamHint}</p>
      <span class="line">
        <input
          aria-label={t.streamName}
          dir="auto"
          autocomplete="off"
          maxLength={store.state.max_stream_name_length.value}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        <Button type="submit" disabled={isBusy.value}>
          {t.create}
        </Button>
      </span>
      {problem.value !== '' && (
        <p role="alert" class="problem" dir="auto">
          {problem.value}
        </p>
      )}
    </form>
  )
}
