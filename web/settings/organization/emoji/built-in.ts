import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { emojiTable } from '../../../lib/tables'

/** Names of built-in emoji; empty offline and until they are loaded. The server checks names anyway. */
export function useBuiltInNames(): ReadonlySet<string> {
  const names = useSignal<ReadonlySet<string>>(new Set())
  useEffect(
    () =>
      void emojiTable().then(
        ({ emojiCodes }) => (names.value = new Set(emojiCodes().names)),
        () => undefined,
      ),
    [],
  )
  return names.value
}
