import { useSignal } from '@preact/signals'
import { laterWords } from '../../i18n/later-words'
import { Button, say } from '../../ui'
import { reasonOf } from '../../ui/reason'
import { useSession } from '../../session/context'
import type { StepProps } from '../../session/onboarding'

/** Makes a first stream, whose name is there already. */
export function FirstStream({ onDone }: StepProps) {
  const { ask, store } = useSession()
  const said = laterWords.firstSteps
  const name = useSignal(said.suggested)
  const problem = useSignal('')
  const isBusy = useSignal(false)

  async function create(): Promise<void> {
    const stream = name.value.trim()
    if (stream === '') return
    isBusy.value = true
    try {
      await ask('POST /users/me/subscriptions', { subscriptions: [{ name: stream }], announce: true })
      say(said.streamMade(stream))
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
      <p>{said.streamHint}</p>
      <span class="line">
        <input
          aria-label={said.streamName}
          dir="auto"
          autocomplete="off"
          maxLength={store.state.max_stream_name_length.value}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        <Button type="submit" disabled={isBusy.value}>
          {said.create}
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
