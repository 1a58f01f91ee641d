import { ConfirmButton, Section, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { showToast } from '../../../ui'
import { useSession } from '../../../session/context'
import type { Bot } from './rights'

/** A button that deactivates a bot, which asks first. */
export function Deactivation({ bot: { user_id: bot_id, full_name } }: { bot: Bot }) {
  const { ask } = useSession()
  const people = texts.organization.people
  const saving = useSaveState()
  return (
    <Section title={texts.organization.bots.end} saving={saving}>
      <ConfirmButton
        name={people.deactivate}
        yes={people.deactivateNow(full_name)}
        onYes={async () => {
          if (await saving.save(() => ask('DELETE /bots/{bot_id}', { bot_id })))
            showToast(people.deactivated(full_name))
        }}
      >
        <p>{texts.organization.bots.ends}</p>
      </ConfirmButton>
    </Section>
  )
}
