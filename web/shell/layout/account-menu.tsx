import { BellOff, Hash, Keyboard, Lock, LogOut, Settings2, Smile, Users } from 'lucide'
import type { Signal } from '@preact/signals'
import { dialogs } from '../../routes/dialogs'
import { goTo } from '../../routes/routes'
import { useSession } from '../../session/context'
import { logOut } from '../../session/log-out'
import { Avatar, Menu, showToast } from '../../ui'
import { mirrored } from '../../ui/mirrored'
import { runShortcut } from '../../ui/keyboard/run-shortcut'
import { texts } from '../../i18n'

const logOutIcon = mirrored(LogOut)

interface AccountMenuProps {
  readonly isOpen: Signal<boolean>
}

/** The menu of the user's account: dialogs of their own, and logging out. */
export function AccountMenu({ isOpen }: AccountMenuProps) {
  const session = useSession()
  const { state, user_id } = session.store
  const t = texts.accountMenu
  return (
    <Menu
      name={texts.layout.account}
      isOpen={isOpen}
      heading={
        <p class="whose">
          <strong>{state.full_name.value}</strong>
          {state.delivery_email.value}
        </p>
      }
      items={[
        { name: t.status, icon: Smile, onChoose: () => goTo(dialogs.status) },
        { name: t.muted, icon: BellOff, onChoose: () => goTo(dialogs.muted) },
        { name: texts.layout.allStreams, icon: Hash, onChoose: () => goTo(dialogs.allStreams) },
        ...(state.can_invite_others_to_realm.value
          ? [{ name: t.invite, icon: Users, onChoose: () => goTo(dialogs.invite) }]
          : []),
        ...(state.is_admin.value ? [{ name: t.waiting, icon: Lock, onChoose: () => goTo(dialogs.passwords) }] : []),
        { name: t.settings, icon: Settings2, onChoose: () => goTo(dialogs.settings) },
        { name: t.keys, icon: Keyboard, onChoose: () => void runShortcut('help') },
        {
          name: t.logOut,
          icon: logOutIcon,
          onChoose: () => void logOut(session).catch(() => showToast(texts.connection.unreachable)),
        },
      ]}
    >
      <Avatar user_id={user_id} name={state.full_name.value} picture={state.avatar_url.value} />
    </Menu>
  )
}
