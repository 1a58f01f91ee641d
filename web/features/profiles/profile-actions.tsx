import { AtSign, Bell, BellOff, MessageCircle, Search } from 'lucide'
import { addressOf, namesOf, type User } from '../../../client'
import { focusComposer } from '../conversation/compose/target'
import { copyText } from '../../ui/clipboard'
import { texts } from '../../i18n'
import { mutePerson } from '../people/mutes'
import { Button } from '../../ui'
import { peopleAddress, goTo } from '../../routes/routes'
import { useSession } from '../../session/context'

interface ProfileActionsProps {
  readonly person: User
  readonly isGone: boolean
  readonly onClose: () => void
}

/** What the user can do with somebody. */
export function ProfileActions({ person: { user_id, full_name }, isGone, onClose }: ProfileActionsProps) {
  const session = useSession()
  const { store } = session
  const t = texts.profile
  const isOneself = user_id === store.user_id
  const isSilent = store.users.isMuted(user_id)

  /** Closes the dialog, and goes on once the focus has returned to the page. */
  function leave(onLeft: () => void): void {
    onClose()
    requestAnimationFrame(onLeft)
  }

  function write(): void {
    goTo(peopleAddress([user_id], [full_name]))
    focusComposer({ user_ids: [user_id] }, store.user_id)
  }

  const messages = addressOf([{ operator: 'sender', operand: user_id }], namesOf(store))
  return (
    <div class="doing">
      {!isGone && (
        <Button kind="main" icon={MessageCircle} onClick={() => leave(write)}>
          {isOneself ? t.writeOneself : t.write}
        </Button>
      )}
      <Button icon={Search} onClick={() => leave(() => goTo(messages))}>
        {t.messages}
      </Button>
      <Button icon={AtSign} onClick={() => copyText(`@**${full_name}|${user_id}**`, t.mentionCopied)}>
        {t.copyMention}
      </Button>
      {!isOneself && (
        <Button icon={isSilent ? Bell : BellOff} onClick={() => void mutePerson(session, user_id, !isSilent)}>
          {isSilent ? t.unmute : t.mute}
        </Button>
      )}
    </div>
  )
}
