import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { searchPeople } from '../../features/people/search'
import { useStore } from '../../session/context'
import { PersonWithLink } from './person-with-link'

/** Maximal number of search results. */
const maxOfferedPeople = 10

/** Password links for people who have not asked for one. */
export function LinksForOthers() {
  const { state } = useStore()
  const t = texts.passwordLinks
  const typed = useSignal('')
  const found =
    typed.value.trim() === ''
      ? []
      : searchPeople(state.realm_users.value, typed.value, {
          isWanted: ({ is_bot }) => !is_bot,
          maxResults: maxOfferedPeople,
        })
  return (
    <section>
      <h3>{t.others}</h3>
      <p class="hint">{t.othersHint}</p>
      <Filter name={t.find} value={typed.value} onType={(text) => (typed.value = text)} />
      {typed.value.trim() !== '' && found.length === 0 && <p class="hint">{t.noneFound}</p>}
      <ul class="rows">
        {found.map(({ user_id, delivery_email }) => (
          <li key={user_id} class="wrapping">
            <PersonWithLink id={user_id} about={delivery_email ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  )
}
