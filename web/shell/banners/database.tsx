import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals'
import { isOwner } from '../../../client/policies'
import { goTo } from '../../routes/routes'
import { texts } from '../../i18n'
import { percentText } from '../../lib/percent'
import { useSession } from '../../session/context'
import { Banner } from './banner'

/** Milliseconds after connecting until the size is asked for, so that nothing more urgent waits. */
const calm = 4000

/** Key in local storage for the mark at which the user dismissed the banner, in per cent. */
const name = 'rivulet database mark'

/** The mark of the database's size for the banner, in per cent; null below all marks, for those who are no owners, or once dismissed. */
export function useDatabaseMark(): { mark: ReadonlySignal<number | null>; dismiss: () => void } {
  const { ask, status, store } = useSession()
  const mark = useSignal<number | null>(null)
  const isAsked = useSignal(false)

  async function load(): Promise<void> {
    isAsked.value = true
    // Say nothing about a failure, because the user has not asked for this.
    const answer = await ask('GET /realm/usage').catch(() => null)
    if (answer === null) return
    const passed = answer.database.mark
    const dismissed = Number(localStorage.getItem(name) ?? 0)
    // A lower size is remembered, so that the banner comes back when it rises again.
    if (passed < dismissed) localStorage.setItem(name, String(passed))
    mark.value = passed > dismissed ? passed : null
  }

  useSignalEffect(() => {
    const owns = isOwner(store)
    if (!owns) mark.value = null
    if (!owns || isAsked.value || status.value !== 'live') return undefined
    const timer = setTimeout(() => void load(), calm)
    return () => clearTimeout(timer)
  })

  function dismiss(): void {
    localStorage.setItem(name, String(mark.value))
    mark.value = null
  }

  return { mark, dismiss }
}

/** Tells owners that the database fills up, and leads to what they can do. */
export function DatabaseBanner({ mark, onDismiss }: { readonly mark: number; readonly onDismiss: () => void }) {
  const t = texts.databaseBanner

  function show(): void {
    onDismiss()
    goTo('#organization/storage')
  }

  return (
    <Banner
      name={t.name}
      text={t.text(percentText(mark))}
      choice={t.show}
      onChoose={show}
      dismissal={texts.newcomers.notNow}
      onDismiss={onDismiss}
    />
  )
}
