import { useSignal } from '@preact/signals'
import { CopyLine } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { showReason } from '../../ui/reason'
import { useSession } from '../../session/context'

/** Days for which the link works. */
const days = 30

/** The step that creates an invitation link. The link stays, so that the user can copy it again. */
export function Invite() {
  const { ask } = useSession()
  const t = texts.onboarding
  const link = useSignal<string | null>(null)

  async function make(): Promise<void> {
    try {
      link.value = (await ask('POST /invites/multiuse', { invite_expires_in_days: days })).invite_link
    } catch (error) {
      showReason(error)
    }
  }

  return (
    <>
      <p>{t.inviteHint}</p>
      <div role="status">
        {link.value === null ? (
          <Button onClick={() => void make()}>{t.makeLink}</Button>
        ) : (
          <CopyLine label={texts.invitations.link} text={link.value} />
        )}
      </div>
    </>
  )
}
