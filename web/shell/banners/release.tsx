import { useSignal } from '@preact/signals'
import { laterWords } from '../../i18n/later-words'
import { isReplaced } from '../../ui'
import { Bar } from './banner'

/** Offers a newer release, which whoever is writing may take later: their text stays. */
export function Release() {
  const isPutOff = useSignal(false)
  const { offline: said } = laterWords
  if (!isReplaced.value || isPutOff.value) return null
  return (
    <Bar
      name={said.release}
      text={said.replaced}
      choice={said.reload}
      onChoose={() => location.reload()}
      dismissal={said.later}
      onDismiss={() => (isPutOff.value = true)}
    />
  )
}
