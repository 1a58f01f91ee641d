import { useSignal } from '@preact/signals'
import { laterWords } from '../../i18n/later-words'
import { Button, later } from '../../ui'

const Code = later(async () => (await import('./code')).Code)

/** Shows where the app is, for the camera of a phone. */
export function Phone() {
  const said = laterWords.firstSteps
  const isShown = useSignal(false)
  return (
    <>
      <p>{said.phoneHint}</p>
      {isShown.value ? (
        <Code address={location.origin} />
      ) : (
        <Button onClick={() => (isShown.value = true)}>{said.showCode}</Button>
      )}
    </>
  )
}
