import type { User } from '../../../../client/api'
import { Asking, Section, TextSetting, useSaving } from '../../../ui/form'
import { laterWords } from '../../../i18n/later-words'
import { NewPassword } from '../../password-links'
import { useSession } from '../../../session/context'
import { mayAdminister, Role } from '../roles'
import { About } from './about'
import { Deactivation } from './deactivation'
import { Vouching } from './newcomers'

/** Characters of a name. */
const longest = 100

/** What administrators change about somebody. */
export function Person({ person }: { person: User }) {
  const { ask, store } = useSession()
  const said = laterWords.organization.people
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
          label={said.name}
          value={full_name}
          maxLength={longest}
          check={(text) => (text === '' ? said.nameless : '')}
          onSave={(text) => ask('PATCH /users/{user_id}', { user_id, full_name: text })}
        />
        <Role user={person} />
      </div>
      {isSelf && <p class="hint">{said.yourself}</p>}
      {!isSelf && !mayAdminister(person, store) && <p class="hint">{said.ofOwners}</p>}
      {!isSelf && mayAdminister(person, store) && (
        <>
          {store.state.realm_password_auth_enabled.value && <NewPassword user={person} />}
          <Sessions user_id={user_id} />
          <Deactivation person={person} />
        </>
      )}
    </>
  )
}

function Sessions({ user_id }: { user_id: number }) {
  const { ask } = useSession()
  const said = laterWords.organization.people
  const saving = useSaving()
  return (
    <Section title={said.sessions} saving={saving}>
      <Asking
        name={said.endSessions}
        yes={said.endSessionsNow}
        onYes={() => saving.save(() => ask('DELETE /users/{user_id}/sessions', { user_id }), said.sessionsEnded)}
      >
        <p>{said.sessionsHint}</p>
      </Asking>
    </Section>
  )
}
