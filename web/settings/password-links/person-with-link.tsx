import { useSignal } from '@preact/signals'
import { CopyLine } from '../../ui/form'
import { texts } from '../../i18n'
import { formatTime } from '../../i18n/format'
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
  const { made, make } = usePasswordLink(id)
  const isBusy = useSignal(false)
  const name = useStore().users.name(id) ?? ''

  return (
    <>
      <span class="grow">
        <PersonLink id={id} />
        <small role="status">{made.value === null ? about : t.until(formatTime(made.value.expires))}</small>
      </span>
      <Button
        aria-label={t.makeFor(name)}
        disabled={isBusy.value}
        onClick={() => {
          isBusy.value = true
          void make()
            .catch(showReason)
            .finally(() => (isBusy.value = false))
        }}
      >
        {t.make}
      </Button>
      {made.value !== null && <CopyLine label={t.link(name)} text={made.value.reset_url} />}
    </>
  )
}
