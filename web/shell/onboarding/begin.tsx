import { dialogs } from '../../routes/dialogs'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { streamAddress, goTo } from '../../routes/routes'
import { useStore } from '../../session/context'
import type { StepProps } from '../../session/onboarding'

/** The step that opens the list of all streams. */
export function Browse({ onDone }: StepProps) {
  const t = texts.onboarding
  return (
    <>
      <p>{t.browseHint}</p>
      <Button
        onClick={() => {
          onDone()
          goTo(dialogs.allStreams)
        }}
      >
        {t.browseNow}
      </Button>
    </>
  )
}

/** The step that leads to where the user can write a first message. */
export function Write({ onDone }: StepProps) {
  const { state } = useStore()
  const t = texts.onboarding
  const [stream] = (state.subscriptions.value as readonly { stream_id: number; name: string }[]).toSorted(
    (a, b) => a.stream_id - b.stream_id,
  )
  if (stream === undefined) return null
  return (
    <>
      <p dir="auto">{t.writeHint(stream.name)}</p>
      <Button
        onClick={() => {
          goTo(streamAddress(stream, t.topic))
          onDone()
        }}
      >
        {t.writeNow}
      </Button>
    </>
  )
}
