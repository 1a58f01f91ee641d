import { invitableRoles } from '../../../client/policies'
import { useSignal } from '@preact/signals'
import { Check, Choices, CopyLine, More, Select } from '../../ui/form'
import { texts } from '../../i18n'
import { formatList } from '../../i18n/format'
import { Button } from '../../ui'
import { reasonOf } from '../../ui/reason'
import { useSession } from '../../session/context'
import { makeInvitations, type InvitationResult } from './make-invitations'
import { durations, kindsFor, streamsAtFirst, streamsFor } from './terms'

/** The form that makes invitations: one link for many people, or one for each email address. */
export function Make({ onMade }: { onMade: () => void }) {
  const { store, ask } = useSession()
  const t = texts.invitations
  const kinds = kindsFor(store)
  const chosenKind = useSignal(kinds[0]!)
  const kind = kinds.includes(chosenKind.value) ? chosenKind.value : kinds[0]!
  const role = useSignal(invitableRoles(store)[0]!)
  const days = useSignal<number | null>(10)
  const chosen = useSignal(streamsAtFirst(store))
  const emails = useSignal('')
  const result = useSignal<InvitationResult | null>(null)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const streams = streamsFor(store)
  const sendsMail = store.state.server_sends_mail.value

  async function onSubmit(): Promise<void> {
    const isMissing = kind === 'emails' && emails.value.trim() === ''
    const isNowhere = kind === 'emails' && chosen.value.size === 0
    problem.value = isMissing ? t.noEmails : isNowhere ? t.noStreams : ''
    if (problem.value !== '') return
    isBusy.value = true
    try {
      result.value = await makeInvitations(ask, {
        kind,
        emails: emails.value,
        role: role.value,
        days: days.value,
        stream_ids: [...chosen.value],
      })
      if (result.value.refused.length === 0) emails.value = ''
      onMade()
    } catch (error) {
      problem.value = reasonOf(error)
    } finally {
      isBusy.value = false
    }
  }

  const names = streams.filter(({ stream_id }) => chosen.value.has(stream_id)).map(({ name }) => name)
  return (
    <form
      class="sections"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {kinds.length > 1 && (
        <Choices
          legend={t.how}
          value={kind}
          options={[
            { value: 'link', label: t.byLink, hint: t.byLinkHint },
            { value: 'emails', label: t.byEmail, hint: t.byEmailHint },
          ]}
          onChoose={(value) => (chosenKind.value = value)}
        />
      )}
      {kind === 'emails' && (
        <div class="field">
          <label for="invited">{t.emails}</label>
          <textarea
            id="invited"
            rows={3}
            dir="ltr"
            maxLength={20_000}
            aria-describedby="invited-hint"
            value={emails.value}
            onInput={({ currentTarget }) => (emails.value = currentTarget.value)}
          />
          <small id="invited-hint">{sendsMail ? t.mailedHint : t.emailsHint}</small>
        </div>
      )}
      <div class="beside">
        <Select
          label={t.role}
          value={role.value}
          options={invitableRoles(store).map((value) => ({ value, label: t.roles[value] }))}
          onChoose={(value) => (role.value = value)}
        />
        <Select
          label={t.expiry}
          value={days.value}
          options={durations.map((value) => ({ value, label: value === null ? t.never : t.inDays(value) }))}
          onChoose={(value) => (days.value = value)}
        />
      </div>
      <details>
        <summary dir="auto">{names.length === 0 ? t.defaultStreams : t.streams(formatList(names))}</summary>
        <More items={streams}>
          {({ stream_id, name }) => (
            <li key={stream_id}>
              <Check
                label={name}
                isOn={chosen.value.has(stream_id)}
                onChange={(isOn) => {
                  const others = [...chosen.value].filter((id) => id !== stream_id)
                  chosen.value = new Set(isOn ? [...others, stream_id] : others)
                }}
              />
            </li>
          )}
        </More>
      </details>
      {problem.value !== '' && (
        <p class="problem" role="alert" dir="auto">
          {problem.value}
        </p>
      )}
      <div class="buttons">
        <Button kind="main" type="submit" disabled={isBusy.value}>
          {kind === 'link' ? t.makeLink : sendsMail ? t.send : t.makeLinks}
        </Button>
      </div>
      {result.value !== null && <MadeLinks {...result.value} sendsMail={sendsMail} />}
    </form>
  )
}

const MadeLinks = ({ links, mailed, refused, sendsMail }: InvitationResult & { readonly sendsMail: boolean }) => {
  const t = texts.invitations
  return (
    <section role="status">
      {mailed.length > 0 && <p dir="auto">{t.mailed(formatList(mailed))}</p>}
      {sendsMail && links.some(({ email }) => email !== null) && <p class="hint">{t.notMailed}</p>}
      {links.map(({ email, link }) => (
        <CopyLine key={link} label={email === null ? t.link : t.linkOf(email)} text={link} />
      ))}
      {refused.length > 0 && (
        <>
          <h3>{t.notMade}</h3>
          <ul>
            {refused.map(([email, reason]) => (
              <li key={email} dir="auto">
                <bdi>{email}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
