import { useEffect, useRef } from 'preact/hooks'
import type { AnswerOf } from '../../../../client'
import { useLoaded } from '../../../ui/form'
import { useSession } from '../../../session/context'
import { hasEnded, type Import } from './progress'

export type ShownImport = Import & Partial<Pick<AnswerOf<'GET /import/{import_id}'>, 'waits_until'>>

/** Milliseconds between two looks at an import that runs. */
const runningMs = 5000

/** Milliseconds between two looks at an import that waits for the next day. */
const waitingMs = 60_000

/** The latest import of the organization; null if there was none. It is loaded again and again while it runs and the page is seen. */
export function useLatestImport() {
  const { ask } = useSession()
  /** The import that was shown last. */
  const before = useRef<ShownImport | null>(null)
  const loaded = useLoaded(async () => {
    let latest: ShownImport | null = before.current ?? (await ask('GET /import')).imports[0] ?? null
    if (latest !== null && !hasEnded(latest))
      latest = await ask('GET /import/{import_id}', { import_id: latest.import_id })
    before.current = latest
    return { latest }
  })
  const latest = loaded.data.value?.latest ?? null
  const isOver = latest !== null && hasEnded(latest)
  const isRunning = latest !== null && !isOver
  const pauseMs = (latest?.waits_until ?? null) === null ? runningMs : waitingMs
  useEffect(() => {
    if (isOver) return undefined
    const look = (): void => {
      if (document.visibilityState === 'visible') void loaded.load()
    }
    const timer = isRunning ? setInterval(look, pauseMs) : undefined
    // The command may have begun an import in the meantime.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isOver, isRunning, pauseMs])
  return loaded
}
