import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { Button, lazy } from '../../ui'

const Code = lazy(async () => (await import('./code')).Code)

/** The step that shows the address as a QR code for a phone. */
export function Phone() {
  const t = texts.onboarding
  const isShown = useSignal(false)
  return (
    <>
      <p>{t.phoneHint}</p>
      {isShown.value ? (
        <Code address={location.origin} />
      ) : (
        <Button onClick={() => (isShown.value = true)}>{t.showCode}</Button>
      )}
    </>
  )
}
