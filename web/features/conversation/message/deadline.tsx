import { useSignal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Message } from '../../../../client'
import { laterWords } from '../../../i18n/later-words'
import { useStore } from '../../../session/context'
import { editSeconds } from './rights'

/** The time is shown only if it is at most this many minutes. */
const plenty = 60

/** Milliseconds between updates. */
const pause = 5000

/** Shows how long a message can still be edited, and sets `isOver` when the time has passed. */
export function Deadline({ message, isOver }: { message: Message; isOver: Signal<boolean> }) {
  const store = useStore()
  const seconds = useSignal(editSeconds(message, store))
  useEffect(() => {
    const look = (): void => {
      seconds.value = editSeconds(message, store)
      isOver.value = (seconds.peek() ?? 1) <= 0
    }
    look()
    const timer = setInterval(look, pause)
    return () => clearInterval(timer)
  }, [message.timestamp])
  const { message: t } = laterWords
  if (seconds.value === null) return null
  const minutes = Math.ceil(seconds.value / 60)
  if (minutes > plenty) return null
  return <p class="deadline">{isOver.value ? t.tooLate : t.seconds(minutes)}</p>
}
