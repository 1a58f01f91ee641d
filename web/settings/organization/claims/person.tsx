import { useSignal } from '@preact/signals'
import type { AnswerOf } from '../../../../client'
import { CopyLine, Field } from '../../../ui/form'
import { texts } from '../../../i18n'
import { formatTime } from '../../../i18n/format'
import { Button } from '../../../ui'
import { PersonLink } from '../../../features/profiles'
import { showReason } from '../../../ui/reason'
import { useSession } from '../../../session/context'

type ImportedPerson = AnswerOf<'GET /import/claims'>['people'][number]

interface MadeLink {
  readonly url: string
  readonly expires: number
  readonly is_mailed: boolean
}

interface PersonProps {
  readonly of: ImportedPerson
  /** Called when the person got an email address. */
  readonly onAddress: () => void
}

/** An imported person without a password, and a button that makes their link, or a field for the address that is missing. */
export function Person({ of: { user_id, full_name, email, link_expires }, onAddress }: PersonProps) {
  const { ask, store } = useSession()
  const by_mail = store.state.server_sends_mail.value
  const t = texts.organization.claims
  const links = texts.passwordLinks
  const link = useSignal<MadeLink | null>(null)
  const isBusy = useSignal(false)
  const expires = Math.max(link_expires ?? 0, link.value?.expires ?? 0)

  async function make(): Promise<void> {
    isBusy.value = true
    try {
      const answer = await ask('POST /import/claims', { user_ids: [user_id], by_mail })
      link.value = { ...answer.links[0]!, expires: answer.expires }
    } catch (error) {
      showReason(error)
    } finally {
      isBusy.value = false
    }
  }

  async function setAddress(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    isBusy.value = true
    try {
      const email = new FormData(event.target as HTMLFormElement).get('email') as string
      await ask('PATCH /import/claims/{user_id}', { user_id, email: email.trim() })
      onAddress()
    } catch (error) {
      showReason(error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <li class="wrapping">
      <span class="grow">
        <PersonLink id={user_id} />
        <small>{email === null ? t.noAddress : <bdi>{email}</bdi>}</small>
        <small role="status">
          {link.value?.is_mailed ? links.mailed(formatTime(expires)) : expires > 0 && stateOf(expires)}
        </small>
      </span>
      {email === null ? (
        <form class="adding" onSubmit={(event) => void setAddress(event)}>
          <Field label={t.addressOf(full_name)} name="email" inputMode="email" autocomplete="off" maxLength={254} />
          <Button type="submit" disabled={isBusy.value}>
            {t.saveAddress}
          </Button>
        </form>
      ) : (
        <Button
          aria-label={by_mail ? links.sendTo(full_name) : links.makeFor(full_name)}
          disabled={isBusy.value}
          onClick={() => void make()}
        >
          {by_mail ? links.send : links.make}
        </Button>
      )}
      {link.value?.is_mailed === false && <CopyLine label={links.link(full_name)} text={link.value.url} />}
    </li>
  )
}

const stateOf = (expires: number): string => {
  const t = texts.organization.claims
  return expires * 1000 > Date.now() ? t.until(formatTime(expires)) : t.expired(formatTime(expires))
}
