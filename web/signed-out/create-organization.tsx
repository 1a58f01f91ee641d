import { useSignal } from '@preact/signals'
import { Sparkles } from 'lucide'
import { Field, Select } from '../ui/form'
import { hasTwentyFourHours } from '../i18n/hours'
import { texts } from '../i18n'
import { Button } from '../ui'
import { useAttempt, type Texts } from './attempt'
import { logInNew } from './enter'
import { wire, type Host } from './host'
import { NewPassword } from './password'
import { Alert, AuthPage } from './auth-page'
import { addressFrom, labelOf } from './string-id'

/** A new organization lets everybody delete their own messages for a day. */
const everybodyCode = 5
const daySeconds = 24 * 60 * 60

type Region = NonNullable<Host['founding']['region']>

/** From west to east. The server proposes one of them, unless the platform does not say where the request came from. */
const regions: readonly Region[] = ['wnam', 'enam', 'sam', 'weur', 'eeur', 'afr', 'me', 'apac', 'oc']

interface FoundProps {
  readonly founding: Host['founding']
  readonly onLoggedIn: () => void
}

export function CreateOrganization({
  founding: { needs_setup_token, root_domain, region: proposed },
  onLoggedIn,
}: FoundProps) {
  const t = texts.signedOut
  const { alert, isBusy, onSubmit } = useAttempt()
  /** The string_id in the host name of this page; null if the user chooses it. */
  const label = labelOf(location.hostname, root_domain)
  const name = useSignal('')
  const chosen = useSignal<string | null>(null)
  const region = useSignal(proposed)
  const string_id = label ?? chosen.value ?? addressFrom(name.value)

  async function foundOrganization({ organization, name: own, email, password, token }: Texts): Promise<void> {
    const founded = await wire.ask('POST /realm', {
      realm_name: organization!,
      string_id: string_id === '' ? 'team' : string_id,
      owner_full_name: own!,
      owner_email: email!,
      owner_password: password!,
      delete_own_message_policy: everybodyCode,
      message_content_delete_limit_seconds: String(daySeconds),
      enter_sends: true,
      twenty_four_hour_time: hasTwentyFourHours(document.documentElement.lang),
      ...(region.value !== null && { region: region.value }),
      ...(needs_setup_token && { setup_token: token! }),
    })
    if (new URL(founded.realm_uri).origin === location.origin) {
      await logInNew(founded, password!, 'owner')
      onLoggedIn()
    } else location.assign(`${founded.realm_uri}/login`)
  }

  return (
    <AuthPage title={t.found} about={t.foundAbout}>
      <form noValidate onSubmit={(event) => onSubmit(event, foundOrganization)}>
        <Field
          label={t.organization}
          name="organization"
          autocomplete="organization"
          maxLength={40}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        {root_domain !== null && label === null && (
          <div class="address">
            <Field
              label={t.address}
              name="string_id"
              autocomplete="off"
              maxLength={40}
              value={chosen.value ?? addressFrom(name.value)}
              onInput={({ currentTarget }) => (chosen.value = currentTarget.value)}
            />
            <small dir="ltr">{`${string_id === '' ? 'team' : string_id}.${root_domain}`}</small>
          </div>
        )}
        <Field label={t.yourName} name="name" autocomplete="name" maxLength={100} />
        <Field label={t.email} name="email" inputMode="email" autocomplete="username" maxLength={254} />
        <NewPassword label={t.password} />
        {region.value !== null && (
          <Select
            label={t.region}
            hint={t.regionHint}
            value={region.value}
            options={regions.map((value) => ({ value, label: t.regions[value] }))}
            onChoose={(value) => (region.value = value)}
          />
        )}
        {needs_setup_token && (
          <div>
            <Field label={t.token} name="token" isSecret autocomplete="off" maxLength={1000} />
            <small>{t.tokenHint}</small>
          </div>
        )}
        <Alert text={alert.value} />
        <Button kind="main" type="submit" icon={Sparkles} disabled={isBusy.value}>
          {t.create}
        </Button>
      </form>
    </AuthPage>
  )
}
