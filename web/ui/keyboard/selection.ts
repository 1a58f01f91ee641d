import { useEffect, useRef } from 'preact/hooks'
import { runWaiting } from './shortcuts'

/** Selects a message for a shortcut and returns its id; null if there is none. */
type Select = () => number | null

let select: Select = () => null

/** Sets how a message is selected while the component is mounted. */
export function useSelection(selectMessage: Select): void {
  const latest = useRef(selectMessage)
  latest.current = selectMessage
  useEffect(() => {
    const mine: Select = () => latest.current()
    select = mine
    runWaiting()
    return () => {
      if (select === mine) select = () => null
    }
  }, [])
}

export const selectMessage = (): number | null => select()
