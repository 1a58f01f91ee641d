import { signal } from '@preact/signals'
import { ChevronLeft } from 'lucide'
import { useLayoutEffect } from 'preact/hooks'
import { Icon } from '../../ui'
import { texts } from '../../i18n'
import { goTo, pageAddress } from '../../routes/routes'

/** The name of the place that the user came from; empty if they opened the app here. */
const origin = signal('')

/** Whether the open place has a way back. */
export const hasBack = signal(false)

/** The name of the last place that was open. */
let lastName = ''

/** Most letters of a name that has room beside the heading. */
const maxLetters = 10

/** Goes back to where the user came from. */
export function goBack(): void {
  if (origin.peek() === '') goTo('#inbox')
  else history.back()
}

/**
 * A button that goes back. On phones, an installed app may have no button of the browser for it. Each entry of the
 * browser's history remembers the name. An entry without a name leads to the inbox.
 */
export function Back({ name, isRoot }: { name: string; isRoot: boolean }) {
  const hash = pageAddress.value
  useLayoutEffect(() => {
    const known = (history.state as { origin?: string } | null)?.origin
    origin.value = known ?? lastName
    if (known === undefined) history.replaceState({ ...history.state, origin: lastName }, '')
  }, [hash])
  useLayoutEffect(() => {
    lastName = name
  }, [hash, name])
  useLayoutEffect(() => {
    hasBack.value = !isRoot
    return () => (hasBack.value = false)
  }, [isRoot])
  if (isRoot) return null
  const to = origin.value || texts.views.inbox
  return (
    <button type="button" class="back" aria-label={texts.mainPane.back(to)} onClick={goBack}>
      <Icon of={ChevronLeft} size={20} />
      {to.length <= maxLetters && <bdi>{to}</bdi>}
    </button>
  )
}
