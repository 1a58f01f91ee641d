import { TextSetting } from '../../ui/form'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { Closing } from './closing'
import { Pictures } from './pictures'

/** Name, description and pictures of the organization, and its deactivation. */
export function Profile() {
  const { ask, store } = useSession()
  const t = texts.organization.profile
  const { realm_name, realm_description, is_owner } = store.state
  return (
    <>
      <TextSetting
        label={t.name}
        value={realm_name.value}
        maxLength={40}
        check={(text) => (text === '' ? t.nameNeeded : '')}
        onSave={(name) => ask('PATCH /realm', { name })}
      />
      <TextSetting
        type="long"
        label={t.description}
        hint={t.descriptionHint}
        value={realm_description.value}
        maxLength={1000}
        onSave={(description) => ask('PATCH /realm', { description })}
      />
      <Pictures />
      {is_owner.value && <Closing />}
    </>
  )
}
