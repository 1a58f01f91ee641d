import { Button } from '../../../ui'
import { words } from '../../../i18n/words'
import type { useRequest } from './use-request'

/** What stands where an answer is not there yet, or does not come. */
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
