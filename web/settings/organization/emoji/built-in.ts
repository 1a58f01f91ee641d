import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { emojiTable } from '../../../lib/tables'

/** Names of built-in emoji; none until they are loaded, and without the network. The server knows them all the same. */
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
