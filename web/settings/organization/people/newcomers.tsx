import { useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AnswerOf, User } from '../../../../client'
import { ConfirmButton, SaveStatus, Section, useLoaded, useMore, useSaveState } from '../../../ui/form'
import { laterWords } from '../../../i18n/later-words'
import { Button, showToast } from '../../../ui'
import { everybody } from '../../../features/people'
import { useSession, useStore } from '../../../session/context'
import { Account } from '../list-and-one'
import { About } from './about'

type Answer = AnswerOf<'GET /realm/newcomers'>

/** Somebody for whom nobody has vouched, as the server lists them. */
type Listed = Answer['newcomers'][number]

/** Newcomers as they are now: the latest, or with `user_id` that person alone if they are one. Null: not known yet. */
export function useNewcomers(user_id?: number): Answer | null {
  const { ask, client } = useSession()
  const params = user_id === undefined ? {} : { before_user_id: user_id + 1, limit: 1 }
  const { data, load } = useLoaded(() => ask('GET /realm/newcomers', params))
  // Somebody joined, or somebody else vouched.
  useSignalEffect(() => {
    if (client.heard.value.some(({ type }) => type === 'newcomers')) void load()
  })
  return data.value
}

/** Name of the person through whom a newcomer is here; undefined if nobody invited them. */
const useSponsor = ({ sponsor_id }: Pick<Listed, 'sponsor_id'>): string | undefined =>
  everybody(useStore()).value.get(sponsor_id ?? 0)?.full_name

/** Says through whom a newcomer is here. */
function Through(newcomer: Listed) {
  const t = laterWords.organization.people
  const sponsor = useSponsor(newcomer)
  return <span dir="auto">{sponsor === undefined ? t.throughNobody : t.through(sponsor)}</span>
}

interface NewcomersProps {
  readonly answer: Answer
  /** The people among whom newcomers are shown, in their order. */
  readonly among: readonly User[]
}

/** Those for whom nobody has vouched yet, and a way to vouch for one or for all of them. */
export function Newcomers({ answer: { newcomers, count, found_oldest }, among }: NewcomersProps) {
  const { ask } = useSession()
  const t = laterWords.organization.people
  const saving = useSaveState()
  const root = useRef<HTMLDivElement>(null)
  const listed = new Map(newcomers.map((one) => [one.user_id, one]))
  const people = among.filter(({ user_id }) => listed.has(user_id))
  const { shown, more } = useMore(people)
  /** The tab on which the reader vouched for somebody who is in the list still; null: nowhere. */
  const panel = useRef<Element | null>(null)
  // The button that had the focus is gone, and with the last newcomer the list.
  useLayoutEffect(() => {
    const [within, to] = root.current === null ? [panel.current, 'input, button'] : [root.current, 'h3']
    if (panel.current !== null && document.activeElement === document.body)
      within!.querySelector<HTMLElement>(to)?.focus()
    panel.current = null
  }, [people.length])
  if (people.length === 0) return null

  async function vouch(whom: readonly User[], text: string): Promise<void> {
    panel.current = root.current!.closest('.sections')
    const user_ids = whom.map(({ user_id }) => user_id)
    if (await saving.save(() => ask('POST /realm/newcomers/vouch', { user_ids }), '')) showToast(text)
    else panel.current = null
  }

  return (
    <div ref={root}>
      <Section title={t.newcomers(found_oldest ? people.length : count)}>
        <p class="hint">{t.newcomersHint}</p>
        {!found_oldest && <p class="hint">{t.newcomersLeft(newcomers.length)}</p>}
        <SaveStatus of={saving} />
        <ul class="rows">
          {shown.map((person) => (
            <li key={person.user_id}>
              <Account
                user={person}
                about={
                  <>
                    <Through {...listed.get(person.user_id)!} />
                    <br />
                    <About person={person} />
                  </>
                }
              >
                <Button
                  aria-label={t.vouchFor(person.full_name)}
                  onClick={() => void vouch([person], t.vouched(person.full_name))}
                >
                  {t.vouch}
                </Button>
              </Account>
            </li>
          ))}
        </ul>
        {more}
        {shown.length > 1 && (
          <ConfirmButton
            name={t.vouchForAll(shown.length)}
            yes={t.vouchForThem(shown.length)}
            onYes={() => vouch(shown, t.vouchedForAll(shown.length))}
          >
            <p>{t.vouchForAllHint}</p>
          </ConfirmButton>
        )}
      </Section>
    </div>
  )
}

/** Whether nobody has vouched for a person yet, and a way to do it; nothing of everybody else. */
export function Vouching({ person: { user_id, full_name } }: { readonly person: User }) {
  const { ask } = useSession()
  const t = laterWords.organization.people
  const saving = useSaveState()
  const root = useRef<HTMLDivElement>(null)
  const newcomer = useNewcomers(user_id)?.newcomers.find((one) => one.user_id === user_id)
  const sponsor = useSponsor(newcomer ?? { sponsor_id: null })
  if (newcomer === undefined) return null

  async function vouch(): Promise<void> {
    const panel = root.current!.closest('.sections')!
    if (!(await saving.save(() => ask('POST /realm/newcomers/vouch', { user_ids: [user_id] }), ''))) return
    showToast(t.vouched(full_name))
    // The button is about to go.
    panel.querySelector<HTMLElement>('h3')?.focus()
  }

  return (
    <div ref={root}>
      <Section title={t.newcomer} saving={saving}>
        <p class="hint" dir="auto">
          {sponsor === undefined ? t.newcomerThroughNobody : t.newcomerThrough(sponsor)}
        </p>
        <div class="buttons">
          <Button onClick={() => void vouch()}>{t.vouchFor(full_name)}</Button>
        </div>
      </Section>
    </div>
  )
}
