import { useSignal } from '@preact/signals'
import { CopyLine } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { PersonLink } from '../../features/profiles'
import { showReason } from '../../ui/reason'
import { useStore } from '../../session/context'
import { usePasswordLink } from './password-link'

interface PersonWithLinkProps {
  readonly id: number
  readonly about: string
}

/** A person with a button that makes their password link. */
export function PersonWithLink({ id, about }: PersonWithLinkProps) {
  const t = texts.passwordLinks
  const { made, make, label, status } = usePasswordLink(id)
  const isBusy = useSignal(false)
  const { users, state } = useStore()
  const name = users.name(id) ?? ''

  return (
    <>
      <span class="grow">
        <PersonLink id={id} />
        <small role="status">{status ?? about}</small>
      </span>
      <Button
        aria-label={state.server_sends_mail.value ? t.sendTo(name) : t.makeFor(name)}
        disabled={isBusy.value}
        onClick={() => {
          isBusy.value = true
          void make()
            .catch(showReason)
            .finally(() => (isBusy.value = false))
        }}
      >
        {label}
      </Button>
      {made.value?.is_mailed === false && <CopyLine label={t.link(name)} text={made.value.reset_url} />}
    </>
  )
}
