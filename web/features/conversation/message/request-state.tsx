import { Button } from '../../../ui'
import { words } from '../../../i18n/words'
import type { useRequest } from './use-request'

/** Shown until a request is answered: that it is loading, or why it failed, with a button to try again. */
export function RequestState({ of }: { of: ReturnType<typeof useRequest<unknown>> }) {
  const { answer, reason } = of
  if (reason.value !== null)
    return (
      <p class="refusal" role="alert">
        {reason.value}
        <Button onClick={() => of.again()}>{words.message.again}</Button>
      </p>
    )
  return answer.value === null ? <p class="hint">{words.feed.loading}</p> : null
}
