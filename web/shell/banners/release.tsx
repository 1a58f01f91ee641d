import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { isReplaced } from '../../ui'
import { Banner } from './banner'

/** Offers to load a newer release, now or later. A text that the user is writing is kept. */
export function ReleaseBanner() {
  const isPutOff = useSignal(false)
  const { release: t } = texts
  if (!isReplaced.value || isPutOff.value) return null
  return (
    <Banner
      name={t.release}
      text={t.replaced}
      choice={t.reload}
      onChoose={() => location.reload()}
      dismissal={t.later}
      onDismiss={() => (isPutOff.value = true)}
    />
  )
}
