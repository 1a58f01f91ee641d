import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../../client'
import { CopyLine } from '../../ui/form'
import { texts } from '../../i18n'
import { PersonLink } from '../../features/profiles'
import { useSession } from '../../session/context'

/** Open changes of email addresses. An administrator passes on the confirmation links. */
export function NewAddresses() {
  const { store, ask } = useSession()
  const t = texts.passwordLinks
  const all = useSignal<AnswerOf<'GET /realm/email_changes'>['email_changes']>([])
  useEffect(() => {
    ask('GET /realm/email_changes').then(
      ({ email_changes }) => (all.value = email_changes),
      // The list of password requests beside it shows that loading failed.
      () => undefined,
    )
  }, [])
  if (all.value.length === 0) return null
  return (
    <section>
      <h3>{t.addresses}</h3>
      <p class="hint">{t.addressesHint}</p>
      <ul class="rows">
        {all.value.map(({ user_id, new_email, confirmation_url }) => (
          <li key={user_id}>
            <span class="grow">
              <PersonLink id={user_id} />
              <small>{new_email}</small>
              <CopyLine label={t.link(store.users.name(user_id) ?? '')} text={confirmation_url} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
