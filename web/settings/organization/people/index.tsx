import { useSignal } from '@preact/signals'
import { erasedNumber } from '../../../../client'
import { mayAdministerUser } from '../../../../client/policies'
import { More, Section } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Filter } from '../../../ui/list'
import { Button } from '../../../ui'
import { emailOf } from '../../../features/profiles'
import { rank } from '../../../lib/rank'
import { useStore } from '../../../session/context'
import { BringBack } from '../bring-back'
import { Account, ListAndOne, useOpenItem } from '../list-and-one'
import { About } from './about'
import { Newcomers, useNewcomers } from './newcomers'
import { Person } from './person'

/** All users, including deactivated ones, for administrators. */
export function People() {
  const store = useStore()
  const t = texts.organization.people
  const item = useOpenItem('people')
  const { opened, open } = item
  const typed = useSignal('')
  const newcomers = useNewcomers()
  const { realm_users, realm_non_active_users } = store.state
  const filterByName = (users: typeof realm_users.value) =>
    rank(
      users.filter(({ is_bot }) => !is_bot),
      typed.value,
      {
        names: (person) => [person.full_name, emailOf(person, store) ?? ''],
        maxResults: Infinity,
      },
    )
  const here = filterByName(realm_users.value)
  const deactivatedPeople = filterByName(realm_non_active_users.value)
  const one = realm_users.value.find(({ user_id, is_bot }) => user_id === opened && !is_bot)

  return (
    <ListAndOne item={item} back={t.all} one={one ? { title: one.full_name, content: <Person person={one} /> } : null}>
      <Filter name={t.find} value={typed.value} onType={(text) => (typed.value = text)} />
      {here.length + deactivatedPeople.length === 0 && <p class="hint">{t.nobody}</p>}
      {newcomers !== null && <Newcomers key={`newcomers ${typed.value}`} answer={newcomers} among={here} />}
      {here.length > 0 && (
        <Section title={t.active(here.length)}>
          <More key={typed.value} items={here}>
            {(person) => (
              <li key={person.user_id}>
                <Account user={person} about={<About person={person} />}>
                  <Button
                    data-one={person.user_id}
                    aria-label={t.changeOf(person.full_name)}
                    onClick={() => open(person.user_id)}
                  >
                    {t.change}
                  </Button>
                </Account>
              </li>
            )}
          </More>
        </Section>
      )}
      {deactivatedPeople.length > 0 && (
        <Section title={t.gone(deactivatedPeople.length)}>
          <p class="hint">{t.goneHint}</p>
          <More key={typed.value} items={deactivatedPeople}>
            {(person) => (
              <BringBack
                key={person.user_id}
                user={store.users.get(person.user_id) ?? person}
                about={<About person={person} />}
                isAllowed={mayAdministerUser(person, store) && erasedNumber(person) === null}
                isBack={t.isBack(person.full_name)}
              />
            )}
          </More>
        </Section>
      )}
    </ListAndOne>
  )
}
