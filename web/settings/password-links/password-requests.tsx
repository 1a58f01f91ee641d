import { Loading, More, useLoaded } from '../../ui/form'
import { texts } from '../../i18n'
import { formatTime } from '../../i18n/format'
import { useSession } from '../../session/context'
import { NewAddresses } from './new-addresses'
import { PersonWithLink } from './person-with-link'

/** People who forgot their password or want another email address. An administrator passes on links to them. */
export function PasswordRequests() {
  const { ask } = useSession()
  const t = texts.passwordLinks
  const loaded = useLoaded(async () => (await ask('GET /realm/password_resets')).password_resets)
  const all = loaded.data
  return (
    <>
      <Loading of={loaded} texts={t} />
      {all.value?.length === 0 && <p class="hint">{t.nobody}</p>}
      {all.value !== null && all.value.length > 0 && (
        <section>
          <p class="hint">{t.hint}</p>
          <More items={all.value}>
            {({ user_id, asked: asked_at }) => (
              <li key={user_id} class="wrapping">
                <PersonWithLink id={user_id} about={t.asked(formatTime(asked_at))} />
              </li>
            )}
          </More>
        </section>
      )}
      <NewAddresses />
    </>
  )
}
