import { useRef } from 'preact/hooks'
import { narrowKey, type Terms } from '../../../../client'

/** The last narrow that was followed, and the one where its messages are now. On this step the list stays mounted. */
let step: readonly [from: string, to: string] | null = null

/** Says that all messages of the narrow `from` are in the narrow `to` now. */
export function noteStep(from: Terms, to: Terms): void {
  step = [narrowKey(from), narrowKey(to)]
}

/** A key for the message list. It stays the same when the list follows its messages to another topic. */
export function useFeedKey(terms: Terms): number {
  const narrow = narrowKey(terms)
  const shown = useRef({ narrow, key: 0 })
  const { current: before } = shown
  if (before.narrow !== narrow) {
    const isSame = step?.[0] === before.narrow && step[1] === narrow
    step = null
    shown.current = { narrow, key: before.key + (isSame ? 0 : 1) }
  }
  return shown.current.key
}
