import { useSignal } from '@preact/signals'
import { ConfirmButton, Loading, More, Section, useLoaded, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { download } from '../../../lib/download'
import { rank } from '../../../lib/rank'
import { showToast } from '../../../ui'
import { Filter } from '../../../ui/list'
import { useSession } from '../../../session/context'
import { linkList, type PersonWithLink } from './link-list'
import { Person } from './person'

/** Links that the server makes at once. */
const maxAtOnce = 1000

/** Imported people who have no password yet, for owners, who send links to them, or pass them on. */
export function Claims() {
  const { ask, store } = useSession()
  const by_mail = store.state.server_sends_mail.value
  const t = texts.organization.claims
  const typed = useSignal('')
  const saving = useSaveState()
  const loaded = useLoaded(async () => (await ask('GET /import/claims')).people)
  const all = loaded.data.value
  const waiting = (all ?? []).filter(({ is_claimed }) => !is_claimed)
  const found = rank(waiting, typed.value, {
    names: ({ full_name, email }) => [full_name, email ?? ''],
    maxResults: Infinity,
  })
  const reachable = waiting.flatMap(({ email, ...person }) => (email === null ? [] : [{ ...person, email }]))

  async function makeAll(): Promise<void> {
    const peopleWithLinks: PersonWithLink[] = []
    let sentCount = 0
    const isMade = await saving.save(async () => {
      for (let from = 0; from < reachable.length; from += maxAtOnce) {
        const some = new Map(reachable.slice(from, from + maxAtOnce).map((person) => [person.user_id, person]))
        const { links } = await ask('POST /import/claims', { user_ids: [...some.keys()], by_mail })
        const unsent = links.filter(({ is_mailed }) => !is_mailed)
        sentCount += links.length - unsent.length
        peopleWithLinks.push(...unsent.map(({ user_id, url }) => ({ ...some.get(user_id)!, url })))
      }
    }, '')
    // The links that were made before a refusal are shown nowhere else.
    if (peopleWithLinks.length > 0)
      download('imported-people.csv', linkList([texts.organization.people.name, t.address, t.link], peopleWithLinks))
    if (peopleWithLinks.length + sentCount > 0) await loaded.load()
    if (isMade) showToast(sentCount > 0 ? t.allMailed(sentCount) : t.allMade(peopleWithLinks.length))
  }

  return (
    <>
      <Loading of={loaded} texts={texts.settings} />
      {all !== null && waiting.length === 0 && (
        <Section title={t.title}>
          <p class="hint">{all.length === 0 ? t.nobody : t.everybody}</p>
        </Section>
      )}
      {waiting.length > 0 && (
        <>
          <Filter name={texts.organization.people.find} value={typed.value} onType={(text) => (typed.value = text)} />
          <Section title={t.waiting(waiting.length)} saving={saving}>
            <p class="hint">{by_mail ? t.sendHint : t.hint}</p>
            {reachable.length < waiting.length && <p class="hint">{t.noAddressHint}</p>}
            {reachable.length > 0 && (
              <ConfirmButton
                name={by_mail ? t.sendAll : t.makeAll}
                yes={by_mail ? t.sendAllNow : t.makeAllNow}
                onYes={makeAll}
              >
                <p>{by_mail ? t.sendAllHint : t.makeAllHint}</p>
              </ConfirmButton>
            )}
            {found.length === 0 && <p class="hint">{texts.organization.people.nobody}</p>}
            {/* The key has the expiry, because a new link ends the one that a row shows. */}
            <More key={typed.value} items={found}>
              {(person) => (
                <Person
                  key={`${person.user_id} ${person.link_expires}`}
                  of={person}
                  onAddress={() => void loaded.load()}
                />
              )}
            </More>
          </Section>
        </>
      )}
    </>
  )
}
