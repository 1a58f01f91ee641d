import { useSignal } from '@preact/signals'
import type { texts } from '../../../i18n'
import { ConfirmButton, CopyLine, Section, useSaveState } from '../../../ui/form'

interface RenewalProps {
  readonly t: typeof texts.integrationPage.address | typeof texts.integrationPage.secret
  /** Name of the service. */
  readonly label: string
  /** Makes a new value, which ends the old one. */
  readonly make: () => Promise<string>
}

/** A button that replaces the address or the secret of an integration. The new one is shown once. */
export function Renewal({ t, label, make }: RenewalProps) {
  const saving = useSaveState()
  const newValue = useSignal('')

  async function renew(): Promise<void> {
    newValue.value = await make()
  }

  return (
    <Section title={t.title} saving={saving}>
      {newValue.value === '' ? (
        <p class="hint">{t.hint(label)}</p>
      ) : (
        <div class="fields">
          <CopyLine label={t.title} text={newValue.value} />
          <p>{t.once(label)}</p>
        </div>
      )}
      <ConfirmButton name={t.make} yes={t.makeNow} onYes={() => saving.save(renew, t.made)}>
        <p>{t.formerEnds(label)}</p>
      </ConfirmButton>
    </Section>
  )
}
