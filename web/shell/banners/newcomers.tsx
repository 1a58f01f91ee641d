import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals'
import { dialogs } from '../../routes/dialogs'
import { goTo } from '../../routes/routes'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { Banner } from './banner'

/** Milliseconds after connecting until newcomers are loaded, so that nothing more urgent waits. */
const calm = 3000

/** Key in local storage for the id of the newest newcomer at the time when the user dismissed the banner. */
const name = 'rivulet newcomers'

/** Newcomers whom nobody has vouched for. */
interface Waiting {
  readonly count: number
  /** Id of the newest one. */
  readonly latest: number
}

/**
 * The newcomers for the banner; null if there are none, if the user is no administrator, or until somebody joins after a
 * dismissal.
 */
export function useWaiting(): { waiting: ReadonlySignal<Waiting | null>; dismiss: () => void } {
  const { ask, client, status, store } = useSession()
  const waiting = useSignal<Waiting | null>(null)
  const { is_admin } = store.state

  async function load(): Promise<void> {
    // Say nothing about a failure, because the user has not asked for this.
    const answer = await ask('GET /realm/newcomers', { limit: 1 }).catch(() => null)
    const latest = answer?.newcomers[0]?.user_id ?? 0
    const isNews = is_admin.peek() && latest > Number(localStorage.getItem(name) ?? 0)
    waiting.value = answer !== null && isNews ? { count: answer.count, latest } : null
  }

  useSignalEffect(() => {
    if (!is_admin.value) waiting.value = null
    if (!is_admin.value || status.value !== 'live') return undefined
    const timer = setTimeout(() => void load(), calm)
    return () => clearTimeout(timer)
  })
  useSignalEffect(() => {
    if (is_admin.peek() && client.lastEvents.value.some(({ type }) => type === 'newcomers')) void load()
  })

  function dismiss(): void {
    localStorage.setItem(name, String(waiting.value!.latest))
    waiting.value = null
  }

  return { waiting, dismiss }
}

/** Leads administrators to the newcomers whom nobody has vouched for. */
export function NewcomersBanner({ count, onDismiss }: { readonly count: number; readonly onDismiss: () => void }) {
  const t = texts.newcomers

  function show(): void {
    onDismiss()
    goTo(dialogs.people)
  }

  return (
    <Banner
      name={t.name}
      text={t.waiting(count)}
      choice={t.show}
      onChoose={show}
      dismissal={t.notNow}
      onDismiss={onDismiss}
    />
  )
}
