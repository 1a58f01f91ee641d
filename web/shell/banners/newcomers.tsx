import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals'
import { openDialog } from '../../routes/dialogs'
import { laterWords } from '../../i18n/later-words'
import { useSession } from '../../session/context'
import { Banner } from './banner'

/** Milliseconds after which nobody waits for anything else. */
const calm = 3000

/** Where the id is kept of the latest newcomer of whom the reader has heard enough. */
const name = 'rivulet newcomers'

/** Newcomers for whom nobody has vouched. */
interface Waiting {
  readonly count: number
  /** Id of who joined last. */
  readonly latest: number
}

/** Newcomers of whom an administrator is to be told; null if there are none, and as long as nobody joins after a dismissal. */
export function useWaiting(): { waiting: ReadonlySignal<Waiting | null>; dismiss: () => void } {
  const { ask, client, status, store } = useSession()
  const waiting = useSignal<Waiting | null>(null)
  const { is_admin } = store.state

  async function load(): Promise<void> {
    // Without an answer nothing is said: this is no errand of the reader.
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
    if (is_admin.peek() && client.heard.value.some(({ type }) => type === 'newcomers')) void load()
  })

  function dismiss(): void {
    localStorage.setItem(name, String(waiting.value!.latest))
    waiting.value = null
  }

  return { waiting, dismiss }
}

/** Leads administrators to newcomers for whom nobody has vouched yet. */
export function NewcomersBanner({ count, onDismiss }: { readonly count: number; readonly onDismiss: () => void }) {
  const t = laterWords.newcomers

  function show(): void {
    onDismiss()
    openDialog('newcomers')
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
