import { useSignal } from '@preact/signals'
import { UserPlus } from 'lucide'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../client'
import { Field } from '../ui/form'
import { hasTwentyFourHours } from '../i18n/hours'
import { texts } from '../i18n'
import { formatList } from '../i18n/format'
import { loginMark } from '../session/login-mark'
import { Button } from '../ui'
import { useAttempt, type Texts } from './attempt'
import { logInNew } from './enter'
import { wire, type Host } from './host'
import { NewPassword } from './password'
import { Alert, AuthPage } from './auth-page'
import { DeadEnd } from './dead-end'
import { SignedIn } from './signed-in'

interface JoinProps {
  /** The key of the invitation; empty without one. */
  readonly invitationKey: string
  readonly organization: NonNullable<Host['organization']>
  readonly onLoggedIn: () => void
}

type Offer = Partial<AnswerOf<'GET /join'>>

/** Creates an account, with an invitation or without one where the organization is open. */
export function Join({ invitationKey, organization, onLoggedIn }: JoinProps) {
  const t = texts.signedOut
  const { alert, isBusy, onSubmit } = useAttempt()
  const offer = useSignal<Offer | null>(null)
  const problem = useSignal<unknown>(null)
  const whose = useSignal<AnswerOf<'GET /users/me'> | null>(null)

  async function loadInvitation(): Promise<void> {
    try {
      if (invitationKey !== '') offer.value = await wire.ask('GET /join', { invitation_key: invitationKey })
      else offer.value = { invitation_status: organization.realm_invite_required === false ? 'open' : 'unknown' }
    } catch (error) {
      problem.value = error
    }
  }
  useEffect(() => {
    void loadInvitation()
    if (loginMark() === null) return
    wire.ask('GET /users/me').then(
      (account) => (whose.value = account),
      // The session has ended: show the form as usual.
      () => undefined,
    )
  }, [])

  async function join({ name, email, password }: Texts): Promise<void> {
    try {
      const joined = await wire.ask('POST /join', {
        ...(invitationKey !== '' && { invitation_key: invitationKey }),
        full_name: name!,
        email: email!,
        password: password!,
        twenty_four_hour_time: hasTwentyFourHours(document.documentElement.lang),
      })
      await logInNew(joined, password!, 'member')
      onLoggedIn()
    } catch (error) {
      // Somebody may have used the invitation in the meantime, so that the page looks different now.
      await loadInvitation()
      throw error
    }
  }

  const { realm_name } = organization
  if (whose.value !== null) return <SignedIn account={whose.value} realm_name={realm_name} />
  if (problem.value !== null) return <DeadEnd why={problem.value} onRetry={() => void loadInvitation()} />
  if (offer.value === null) return <AuthPage title={t.join(realm_name)} />
  const { invitation_status, email, inviter_full_name, stream_names = [] } = offer.value
  if (invitation_status !== 'open')
    return <DeadEnd why={invitationKey === '' ? 'needed' : (invitation_status ?? 'unknown')} />
  return (
    <AuthPage
      title={t.join(realm_name)}
      about={inviter_full_name === undefined ? t.openToAll : t.invitedBy(inviter_full_name)}
    >
      <form noValidate onSubmit={(event) => onSubmit(event, join)}>
        {stream_names.length > 0 && (
          <p class="hint" dir="auto">
            {t.streams(formatList(stream_names.map((name) => `#${name}`)))}
          </p>
        )}
        <Field label={t.yourName} name="name" autocomplete="name" maxLength={100} />
        {email === undefined ? (
          <Field label={t.email} name="email" inputMode="email" autocomplete="username" maxLength={254} />
        ) : (
          <p class="hint">
            {t.asWhom} <bdi>{email}</bdi>
            <input type="hidden" name="email" value={email} autocomplete="username" />
          </p>
        )}
        <NewPassword label={t.password} />
        <Alert text={alert.value} />
        <Button kind="main" type="submit" icon={UserPlus} disabled={isBusy.value}>
          {t.joinNow}
        </Button>
      </form>
      <p class="ways">
        <a href="/login">{t.haveAccount}</a>
      </p>
    </AuthPage>
  )
}
