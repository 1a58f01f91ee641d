import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { View } from '../../../../client'
import { texts } from '../../../i18n'
import { whenIdle } from '../../../lib/idle'
import { textOf } from '../message'
import { useStore } from '../../../session/context'

/** Most characters of a message that screen readers announce. */
const maxLength = 200

/** Most characters of HTML in which they are looked for: reading all of a long message would take as long as drawing it. */
const maxHtmlLength = 10_000

/** Announces new messages to screen readers. */
export function LiveRegion({ view }: { view: View }) {
  const store = useStore()
  const announcement = useSignal('')
  const last = useRef<number | null>(null)
  const ids = view.ids.value
  useEffect(() => {
    const newest = ids.at(-1)
    const before = last.current
    if (newest === undefined || !view.reachesNewest.peek()) return
    last.current = newest
    if (before === null || newest <= before) return
    const message = store.messages.get(newest)
    if (message === undefined || message.sender_id === store.user_id || store.users.isMuted(message.sender_id)) return
    whenIdle(() => {
      const text = textOf(message.content.slice(0, maxHtmlLength)).slice(0, maxLength)
      announcement.value = texts.jumps.news(message.sender_full_name, text)
    })
  }, [ids])
  return (
    <p class="heard" aria-live="polite">
      {announcement.value}
    </p>
  )
}
