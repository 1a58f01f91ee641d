import { useSignal } from '@preact/signals'
import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { Button } from '../../../ui'
import { Field, Section, useSaveState } from '../../../ui/form'
import './integrations.css'
import type { Service } from './use-integrations'

/** Characters of a secret. */
const maxSecretLength = 500

interface ServiceSecretProps {
  readonly bot_id: number
  readonly service: Service
  readonly onSaved?: () => void
}

/** A field for the secret that a service made. */
export function ServiceSecret({ bot_id, service: { label }, onSaved }: ServiceSecretProps) {
  const { ask } = useSession()
  const t = texts.organization.integrations.serviceSecret
  const saving = useSaveState()
  const typed = useSignal('')

  async function save(event: Event): Promise<void> {
    event.preventDefault()
    const secret = typed.value.trim()
    if (secret === '') return saving.refuse(t.needed)
    if (!(await saving.save(() => ask('PATCH /integrations/{bot_id}', { bot_id, secret }), t.saved))) return
    typed.value = ''
    onSaved?.()
  }

  return (
    <Section title={t.title(label)} saving={saving}>
      <p class="hint">{t.hint(label)}</p>
      <form class="adding service-secret" onSubmit={(event) => void save(event)}>
        <Field
          label={t.title(label)}
          name="secret"
          autocomplete="off"
          maxLength={maxSecretLength}
          value={typed.value}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
        <Button type="submit">{t.save}</Button>
      </form>
    </Section>
  )
}
