import { signal } from '@preact/signals'
import { ChevronLeft } from 'lucide'
import { useLayoutEffect } from 'preact/hooks'
import { Icon } from '../../ui'
import { words } from '../../i18n/words'
import { goTo } from '../../routes/routes'

/** The name of the place from which the reader came here; '' where the app was opened. */
const origin = signal('')

/** The name of the place that was open last. */
let lastName = ''

/** The longest name that has room beside a heading. */
const mostLetters = 10

/**
 * Goes back to where the reader came from: on phones, where an installed app may have no button of the browser for it. Each entry of
 * the browser's history keeps that name. Without one it leads to the inbox.
 */
export function Back({ name, isRoot }: { name: string; isRoot: boolean }) {
  const { hash } = location
  useLayoutEffect(() => {
    const known = (history.state as { origin?: string } | null)?.origin
    origin.value = known ?? lastName
    if (known === undefined) history.replaceState({ ...history.state, origin: lastName }, '')
  }, [hash])
  useLayoutEffect(() => {
    lastName = name
  }, [hash, name])
  if (isRoot) return null
  const to = origin.value || words.views.inbox

  function goBack(): void {
    if (origin.peek() === '') goTo('#inbox')
    else history.back()
  }

  return (
    <button type="button" class="back" aria-label={words.place.back(to)} onClick={goBack}>
      <Icon of={ChevronLeft} size={20} />
      {to.length <= mostLetters && <bdi>{to}</bdi>}
    </button>
  )
}
