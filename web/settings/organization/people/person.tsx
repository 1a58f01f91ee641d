import type { User } from '../../../../client'
import { mayAdministerUser } from '../../../../client/policies'
import { ConfirmButton, Section, TextSetting, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { NewPassword } from '../../password-links'
import { useSession } from '../../../session/context'
import { Erasing } from '../erasing'
import { Role } from '../roles'
import { About } from './about'
import { Deactivation } from './deactivation'
import { Vouching } from './newcomers'

/** Maximal length of a name. */
const longest = 100

/** The settings of a person, for administrators. */
export function Person({ person }: { person: User }) {
  const { ask, store } = useSession()
  const t = texts.organization.people
  const { user_id, full_name } = person
  const isSelf = user_id === store.user_id
  return (
    <>
      <p class="hint">
        <About person={person} />
      </p>
      <Vouching person={person} />
      <div class="fields">
        <TextSetting
          label={t.name}
          value={full_name}
          maxLength={longest}
          check={(text) => (text === '' ? t.nameless : '')}
          onSave={(text) => ask('PATCH /users/{user_id}', { user_id, full_name: text })}
        />
        <Role user={person} />
      </div>
      {isSelf && <p class="hint">{t.yourself}</p>}
      {!isSelf && !mayAdministerUser(person, store) && <p class="hint">{t.ofOwners}</p>}
      {!isSelf && mayAdministerUser(person, store) && (
        <>
          {store.state.realm_password_auth_enabled.value && <NewPassword user={person} />}
          <Sessions user_id={user_id} />
          <Deactivation person={person} />
          <Erasing user={person} />
        </>
      )}
    </>
  )
}

function Sessions({ user_id }: { user_id: number }) {
  const { ask } = useSession()
  const t = texts.organization.people
  const saving = useSaveState()
  return (
    <Section title={t.sessions} saving={saving}>
      <ConfirmButton
        name={t.endSessions}
        yes={t.endSessionsNow}
        onYes={() => saving.save(() => ask('DELETE /users/{user_id}/sessions', { user_id }), t.sessionsEnded)}
      >
        <p>{t.sessionsHint}</p>
      </ConfirmButton>
    </Section>
  )
}
