import { useSignal } from '@preact/signals'
import { texts } from '../../../i18n'
import { messageHref } from '../../../routes/routes'
import { useSession } from '../../../session/context'
import { Button } from '../../../ui'
import { Section, useSaveState } from '../../../ui/form'

/** A button that makes the bot of an integration send a test message, and a link to that message. */
export function TestMessage({ bot_id }: { bot_id: number }) {
  const { ask, store } = useSession()
  const t = texts.organization.integrations.test
  const saving = useSaveState()
  const isBusy = useSignal(false)
  /** Address of the message; null if none was sent, or the user may not read it. */
  const address = useSignal<string | null>(null)

  async function send(): Promise<void> {
    isBusy.value = true
    address.value = null
    await saving.save(async () => {
      const { id } = await ask('POST /integrations/{bot_id}/test', { bot_id })
      address.value = await addressOf(id)
    }, t.sent)
    isBusy.value = false
  }

  async function addressOf(message_id: number): Promise<string | null> {
    try {
      const { message } = await ask('GET /messages/{message_id}', { message_id })
      return messageHref(message, store, message_id)
    } catch {
      // An administrator may not read what the bot of somebody else sends to its owner.
      return null
    }
  }

  return (
    <Section title={t.title} saving={saving}>
      <p class="hint">{t.hint}</p>
      <div class="buttons">
        <Button disabled={isBusy.value} onClick={() => void send()}>
          {t.send}
        </Button>
        {address.value !== null && (
          <a class="link" href={address.value}>
            {t.show}
          </a>
        )}
      </div>
    </Section>
  )
}
