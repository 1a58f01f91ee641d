import { useSignal } from '@preact/signals'
import { laterWords } from '../../i18n/later-words'
import { isReplaced } from '../../ui'
import { Banner } from './banner'

/** Offers a newer release, which whoever is writing may take later: their text stays. */
export function ReleaseBanner() {
  const isPutOff = useSignal(false)
  const { offline: t } = laterWords
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
