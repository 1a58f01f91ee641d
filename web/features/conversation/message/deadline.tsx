import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Message } from '../../../../client'
import { editSeconds } from '../../../../client/policies'
import { texts } from '../../../i18n'
import { useStore } from '../../../session/context'

/** The time is shown only if it is at most this many minutes. */
const plenty = 60

/** Shows how long a message can still be edited, and sets `isOver` when the time has passed. */
export function Deadline({ message, isOver }: { message: Message; isOver: Signal<boolean> }) {
  const store = useStore()
  const seconds = editSeconds(message, store)
  useEffect(() => {
    isOver.value = (seconds ?? 1) <= 0
  }, [seconds])
  const { messageActions: t } = texts
  if (seconds === null) return null
  const minutes = Math.ceil(seconds / 60)
  if (minutes > plenty) return null
  return <p class="deadline">{isOver.value ? t.tooLate : t.seconds(minutes)}</p>
}
