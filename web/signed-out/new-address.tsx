import { useSignal } from '@preact/signals'
import { MailCheck } from 'lucide'
import { laterWords } from '../i18n/later-words'
import { Button } from '../ui'
import { useAttempt } from './attempt'
import { wire } from './host'
import { Alert, Sheet } from './auth-page'

interface NewAddressProps {
  /** The last part of the link. */
  readonly token: string
  readonly realm_name: string
}

/** Confirms a new address by a link that was passed on. A press does it: programs open links to see what they lead to. */
export function NewAddress({ token, realm_name }: NewAddressProps) {
  const said = laterWords.gate
  const { alert, isBusy, attempt } = useAttempt()
  const isDone = useSignal(false)

  async function confirm(): Promise<void> {
    await wire.ask('POST /confirm_email', { token })
    isDone.value = true
  }

  if (isDone.value)
    return (
      <Sheet title={said.addressConfirmed} about={said.addressCounts(realm_name)}>
        <div class="buttons">
          <a class="button main" href="/">
            {said.toApp}
          </a>
        </div>
      </Sheet>
    )
  return (
    <Sheet title={said.confirmAddress} about={said.addressFor(realm_name)}>
      <Alert text={alert.value} />
      <div class="buttons">
        <Button kind="main" icon={MailCheck} disabled={isBusy.value} onClick={() => void attempt(confirm)}>
          {said.confirmNow}
        </Button>
        <a class="button other" href="/login">
          {said.toLogin}
        </a>
      </div>
    </Sheet>
  )
}
