import { useSignal } from '@preact/signals'
import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { ConfirmButton, CopyLine, Section, useSaveState } from '../../../ui/form'
import { integrationAddress } from './integration-address'
import type { Service } from './use-integrations'

interface NewAddressProps {
  readonly bot_id: number
  readonly service: Service
}

/** A button for a new key of the bot, and so for a new address. The address is shown once. */
export function NewAddress({ bot_id, service: { name, label } }: NewAddressProps) {
  const { ask } = useSession()
  const t = texts.integrationPage.address
  const saving = useSaveState()
  const made = useSignal('')

  async function make(): Promise<void> {
    const { api_key } = await ask('POST /bots/{bot_id}/api_key/regenerate', { bot_id })
    made.value = integrationAddress(name, api_key)
  }

  return (
    <Section title={t.title} saving={saving}>
      {made.value === '' ? (
        <p class="hint">{t.hint(label)}</p>
      ) : (
        <div class="fields">
          <CopyLine label={t.title} text={made.value} />
          <p>{t.once(label)}</p>
        </div>
      )}
      <ConfirmButton name={t.make} yes={t.makeNow} onYes={() => saving.save(make, t.made)}>
        <p>{t.formerEnds(label)}</p>
      </ConfirmButton>
    </Section>
  )
}
