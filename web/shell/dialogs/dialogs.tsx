import { later } from '../../ui'
import { GroupCard, PersonCard } from '../../features/profiles'
import type { Card } from '../../routes/dialogs'

const InviteCard = later(async () => (await import('../../settings/invitations')).InviteCard)
const WaitingCard = later(async () => (await import('../../settings/password-links')).WaitingCard)
const MutedCard = later(async () => (await import('../../features/people/mutes')).MutedCard)
const SettingsCard = later(async () => (await import('../../settings/personal')).SettingsCard)
const StatusCard = later(async () => (await import('../../features/people/status')).StatusCard)
const StreamCard = later(async () => (await import('../../features/streams')).StreamCard)
const AllStreams = later(async () => (await import('../../features/streams')).AllStreams)

interface DialogsProps {
  readonly card: Card
  readonly onClose: () => void
}

/** The dialog of a card. */
export function Dialogs({ card: [kind, id = 0], onClose }: DialogsProps) {
  switch (kind) {
    case 'person':
      return <PersonCard key={id} id={id} onClose={onClose} />
    case 'group':
      return <GroupCard key={id} id={id} onClose={onClose} />
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
