import { Button } from '../../../ui'
import { texts } from '../../../i18n'
import type { useRequest } from './use-request'

/** Shown until a request is answered: that it is loading, or why it failed, with a button to try again. */
export function RequestState({ of }: { of: ReturnType<typeof useRequest<unknown>> }) {
  const { answer, reason } = of
  if (reason.value !== null)
    return (
      <p class="refusal" role="alert">
        {reason.value}
        <Button onClick={() => of.again()}>{texts.messageActions.again}</Button>
      </p>
    )
  return answer.value === null ? <p class="hint">{texts.messageList.loading}</p> : null
}
