import { lazy } from '../../ui'
import { GroupDialog, PersonDialog } from '../../features/profiles'
import type { OpenDialog } from '../../routes/dialogs'

const InviteCard = lazy(async () => (await import('../../settings/invitations')).InviteDialog)
const WaitingCard = lazy(async () => (await import('../../settings/password-links')).PasswordRequestsDialog)
const MutedCard = lazy(async () => (await import('../../features/people/mutes')).MutedDialog)
const SettingsCard = lazy(async () => (await import('../../settings/personal')).SettingsDialog)
const StatusCard = lazy(async () => (await import('../../features/people/status')).StatusDialog)
const StreamCard = lazy(async () => (await import('../../features/streams')).StreamDialog)
const AllStreams = lazy(async () => (await import('../../features/streams')).AllStreams)

interface DialogsProps {
  readonly card: OpenDialog
  readonly onClose: () => void
}

export function Dialogs({ card: [kind, id = 0], onClose }: DialogsProps) {
  switch (kind) {
    case 'person':
      return <PersonDialog key={id} id={id} onClose={onClose} />
    case 'group':
      return <GroupDialog key={id} id={id} onClose={onClose} />
    case 'stream':
      return <StreamCard key={id} id={id} onClose={onClose} />
    case 'streams':
      return <AllStreams onClose={onClose} />
    case 'muted':
      return <MutedCard onClose={onClose} />
    case 'invite':
      return <InviteCard onClose={onClose} />
    case 'waiting':
      return <WaitingCard onClose={onClose} />
    case 'status':
      return <StatusCard onClose={onClose} />
    case 'newcomers':
      return <SettingsCard tab="organization-people" onClose={onClose} />
    case 'bots':
      return <SettingsCard tab="organization-bots" onClose={onClose} />
    default:
      return <SettingsCard onClose={onClose} />
  }
}
