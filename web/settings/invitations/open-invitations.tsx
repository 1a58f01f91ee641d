import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { AnswerOf } from '../../../client'
import { CopyLine, Loading, More, useLoaded } from '../../ui/form'
import { texts } from '../../i18n'
import { formatTime } from '../../i18n/format'
import { Button, showToast } from '../../ui'
import { showReason } from '../../ui/reason'
import { useSession } from '../../session/context'

type Invitation = AnswerOf<'GET /invites'>['invites'][number]

/** Invitations that nobody has used yet. Each can be copied or revoked. */
export function OpenInvitations({ made }: { made: number }) {
  const { store, ask, client } = useSession()
  const t = texts.invitations
  const loaded = useLoaded<readonly Invitation[]>(async () => (await ask('GET /invites')).invites)
  const { data: all, load } = loaded
  /** New links by the ids of their invitations. */
  const renewed = useSignal<Readonly<Record<number, string>>>({})
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (made > 0) void load()
  }, [made])
  // An invitation was made or used elsewhere.
  useSignalEffect(() => {
    if (client.lastEvents.value.some(({ type }) => type === 'invites_changed')) void load()
  })

  async function revoke({ id, is_multiuse }: Invitation): Promise<void> {
    try {
      if (is_multiuse) await ask('DELETE /invites/multiuse/{invite_id}', { invite_id: id })
      else await ask('DELETE /invites/{invite_id}', { invite_id: id })
      // The button has left the DOM.
      heading.current?.focus()
      all.value = all.value!.filter((one) => one.id !== id)
      showToast(t.revoked)
    } catch (error) {
      showReason(error)
    }
  }

  async function renew({ id, email }: Invitation): Promise<void> {
    try {
      const { link_url, is_mailed } = await ask('POST /invites/{invite_id}/resend', { invite_id: id })
      if (is_mailed) showToast(t.mailed(email ?? ''))
      else renewed.value = { ...renewed.value, [id]: link_url }
    } catch (error) {
      showReason(error)
    }
  }

  const { users, state } = store
  const sendsMail = state.server_sends_mail.value
  function describe({ invited_as, invited_by_user_id, expiry_date }: Invitation): string {
    const role = t.roles[invited_as] ?? ''
    const name = users.name(invited_by_user_id) ?? t.somebody
    return expiry_date === null ? t.aboutLasting(role, name) : t.about(role, name, formatTime(expiry_date))
  }
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {t.open}
      </h3>
      <Loading of={loaded} texts={t} />
      {all.value?.length === 0 && <p class="hint">{t.nothingOpen}</p>}
      <More items={all.value ?? []}>
        {(one) => {
          const name = one.email ?? t.many
          const link = renewed.value[one.id] ?? one.link_url
          return (
            <li key={one.id} class="wrapping">
              <span class="grow">
                <bdi>{name}</bdi>
                <small>{describe(one)}</small>
              </span>
              {!one.is_multiuse && (
                <Button
                  kind="quiet"
                  aria-label={sendsMail ? t.resendTo(name) : t.renewOf(name)}
                  onClick={() => void renew(one)}
                >
                  {sendsMail ? t.resend : t.renew}
                </Button>
              )}
              <Button kind="quiet" aria-label={t.revokeOf(name)} onClick={() => void revoke(one)}>
                {t.revoke}
              </Button>
              {link !== undefined && <CopyLine label={one.email ? t.linkOf(name) : t.link} text={link} />}
            </li>
          )
        }}
      </More>
    </section>
  )
}
