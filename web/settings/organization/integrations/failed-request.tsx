import { useSignal } from '@preact/signals'
import { Copy } from 'lucide'
import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { formatTime } from '../../../i18n/format'
import { useSession } from '../../../session/context'
import { Button } from '../../../ui'
import { copyText } from '../../../ui/clipboard'
import { SaveStatus, useSaveState } from '../../../ui/form'
import { indentedJson } from './indented-json'
import { problemText } from './problem-text'

type Failure = AnswerOf<'GET /integrations/{bot_id}/deliveries'>['failed'][number]

interface FailedRequestProps {
  readonly bot_id: number
  readonly failure: Failure
  /** Called when the request made a message, or need not make one, with what became of it. */
  readonly onRepeated: (outcome: string) => void
}

/** A request that made no message: why, what it contained, and a button to take it again. */
export function FailedRequest({ bot_id, failure, onRepeated }: FailedRequestProps) {
  const { ask } = useSession()
  const t = texts.integrationPage.deliveries
  const saving = useSaveState()
  const isBusy = useSignal(false)
  const { id: delivery_id, event, timestamp, body } = failure
  const name = event === '' ? t.unnamed : event
  const time = formatTime(timestamp)

  async function repeat(): Promise<void> {
    isBusy.value = true
    await saving.save(async () => {
      const ids = { bot_id, delivery_id }
      const { outcome } = await ask('POST /integrations/{bot_id}/deliveries/{delivery_id}/retry', ids)
      onRepeated(t.outcomes[outcome])
    }, '')
    isBusy.value = false
  }

  return (
    <li class="wrapping">
      <span class="grow">
        <bdi>{name}</bdi>
        <small>
          {time} · <bdi>{problemText(failure)}</bdi>
        </small>
        {body === null && <small>{t.notStored}</small>}
      </span>
      {body !== null && (
        <>
          <Button disabled={isBusy.value} aria-label={t.repeatOf(name, time)} onClick={() => void repeat()}>
            {t.repeat}
          </Button>
          <details>
            <summary aria-label={t.requestOf(name, time)}>{t.request}</summary>
            <pre class="request-body" dir="ltr" tabIndex={0} role="region" aria-label={t.requestOf(name, time)}>
              {indentedJson(body)}
            </pre>
            <Button kind="quiet" icon={Copy} onClick={() => copyText(body, texts.forms.copied)}>
              {texts.forms.copy}
            </Button>
          </details>
        </>
      )}
      <SaveStatus of={saving} />
    </li>
  )
}
