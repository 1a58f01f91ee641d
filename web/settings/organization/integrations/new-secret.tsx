import { useSignal } from '@preact/signals'
import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { ConfirmButton, CopyLine, Section, useSaveState } from '../../../ui/form'
import type { Service } from './use-integrations'

interface NewSecretProps {
  readonly bot_id: number
  readonly service: Service
}

/** A button for a new secret, with which the service signs its requests. The secret is shown once. */
export function NewSecret({ bot_id, service: { label } }: NewSecretProps) {
  const { ask } = useSession()
  const t = texts.integrationPage.secret
  const saving = useSaveState()
  const made = useSignal('')

  async function make(): Promise<void> {
    made.value = (await ask('PATCH /integrations/{bot_id}', { bot_id, renew_secret: true })).secret!
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
