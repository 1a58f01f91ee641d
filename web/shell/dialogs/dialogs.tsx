import { isAdministrator, mayInvite, mayInviteByLink } from '../../../client/policies'
import { GroupDialog, PersonDialog } from '../../features/profiles'
import { texts } from '../../i18n'
import { closeDialog } from '../../routes/dialog-history'
import { useStore } from '../../session/context'
import { lazy } from '../../ui'
import { Dialog } from '../../ui/dialog'

const InviteDialog = lazy(async () => (await import('../../settings/invitations')).InviteDialog)
const PasswordsDialog = lazy(async () => (await import('../../settings/password-links')).PasswordRequestsDialog)
const MutedDialog = lazy(async () => (await import('../../features/people/mutes')).MutedDialog)
const SettingsDialog = lazy(async () => (await import('../../settings/personal')).SettingsDialog)
const StatusDialog = lazy(async () => (await import('../../features/people/status')).StatusDialog)
const StreamDialog = lazy(async () => (await import('../../features/streams')).StreamDialog)
const AllStreams = lazy(async () => (await import('../../features/streams')).AllStreams)
const CreateStream = lazy(async () => (await import('../../features/streams')).CreateStream)

/** What the list of all streams shows, by the word in its address. */
const lists: Readonly<Record<string, 'every' | 'joined' | 'others'>> = {
  '': 'every',
  all: 'every',
  subscribed: 'joined',
  available: 'others',
}

/** The dialog at an address (`routes/history.ts`): `#streams/all`, `#streams/7/tides`, `#user/5`, `#settings/profile`. */
export function Dialogs({ address }: { address: string }) {
  const store = useStore()
  const [kind, what = ''] = address.slice(1).split('/')
  const id = Number(what)
  switch (kind) {
    case 'user':
      return <PersonDialog key={id} id={id} onClose={closeDialog} />
    case 'groups':
      return <GroupDialog key={id} id={id} onClose={closeDialog} />
    case 'streams':
    case 'channels':
      if (lists[what]) return <AllStreams show={lists[what]} onClose={closeDialog} />
      if (what !== 'new') return <StreamDialog key={id} id={id} onClose={closeDialog} />
      return store.state.can_create_streams.value ? <CreateStream onClose={closeDialog} /> : <NoDialog />
    case 'muted':
      return <MutedDialog onClose={closeDialog} />
    case 'invite':
      if (!mayInvite(store) && !mayInviteByLink(store)) return <NoDialog />
      return <InviteDialog onClose={closeDialog} />
    case 'passwords':
      return isAdministrator(store) ? <PasswordsDialog onClose={closeDialog} /> : <NoDialog />
    case 'status':
      return <StatusDialog onClose={closeDialog} />
    default:
      return <SettingsDialog address={address} onClose={closeDialog} />
  }
}

/** Says that the user may not do what an address is for. */
const NoDialog = () => (
  <Dialog title={texts.settings.title} onClose={closeDialog}>
    <p role="alert">{texts.settings.noPage}</p>
  </Dialog>
)
