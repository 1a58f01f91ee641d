import { useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AnswerOf, User } from '../../../../client'
import { ConfirmButton, SaveStatus, Section, useLoaded, useMore, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button, showToast } from '../../../ui'
import { useSession, useStore } from '../../../session/context'
import { Account } from '../list-and-one'
import { About } from './about'
import { focusIn } from '../../../ui/focus'

type Answer = AnswerOf<'GET /realm/newcomers'>

/** A newcomer: nobody has vouched for them yet. */
type Newcomer = Answer['newcomers'][number]

/** The latest newcomers; with `user_id` only this one, if they are a newcomer. Null until loaded. */
export function useNewcomers(user_id?: number): Answer | null {
  const { ask, client } = useSession()
  const params = user_id === undefined ? {} : { before_user_id: user_id + 1, limit: 1 }
  const { data, load } = useLoaded(() => ask('GET /realm/newcomers', params))
  // Somebody joined, or another administrator vouched.
  useSignalEffect(() => {
    if (client.lastEvents.value.some(({ type }) => type === 'newcomers')) void load()
  })
  return data.value
}

/** The name of the person who invited a newcomer; undefined if nobody did. */
const useSponsor = ({ sponsor_id }: Pick<Newcomer, 'sponsor_id'>): string | undefined =>
  useStore().users.name(sponsor_id ?? 0)

/** Shows who invited a newcomer. */
function Through(newcomer: Newcomer) {
  const t = texts.organization.people
  const sponsor = useSponsor(newcomer)
  return <span dir="auto">{sponsor === undefined ? t.throughNobody : t.through(sponsor)}</span>
}

interface NewcomersProps {
  readonly answer: Answer
  /** The people whose newcomers are shown, in this order. */
  readonly among: readonly User[]
}

/** The newcomers, and buttons to vouch for one or all of them. */
export function Newcomers({ answer: { newcomers, count, found_oldest }, among }: NewcomersProps) {
  const { ask } = useSession()
  const t = texts.organization.people
  const saving = useSaveState()
  const root = useRef<HTMLDivElement>(null)
  const listed = new Map(newcomers.map((one) => [one.user_id, one]))
  const people = among.filter(({ user_id }) => listed.has(user_id))
  const { shown, more } = useMore(people)
  /** The tab in which the current user has just vouched, until the list has changed; null otherwise. */
  const panel = useRef<Element | null>(null)
  // The focused button has left the DOM; after the last newcomer, the list has, too.
  useLayoutEffect(() => {
    const [within, to] = root.current === null ? [panel.current, 'input, button'] : [root.current, 'h3']
    if (panel.current !== null && document.activeElement === document.body) focusIn(within, to)
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

/** Shown for a newcomer only, with a button to vouch for them. */
export function Vouching({ person: { user_id, full_name } }: { readonly person: User }) {
  const { ask } = useSession()
  const t = texts.organization.people
  const saving = useSaveState()
  const root = useRef<HTMLDivElement>(null)
  const newcomer = useNewcomers(user_id)?.newcomers.find((one) => one.user_id === user_id)
  const sponsor = useSponsor(newcomer ?? { sponsor_id: null })
  if (newcomer === undefined) return null

  async function vouch(): Promise<void> {
    const panel = root.current!.closest('.sections')!
    if (!(await saving.save(() => ask('POST /realm/newcomers/vouch', { user_ids: [user_id] }), ''))) return
    showToast(t.vouched(full_name))
    // The button is about to leave the DOM.
    focusIn(panel, 'h3')
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
