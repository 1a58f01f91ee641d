import { later } from '../parts'
import { GroupCard, PersonCard } from '../person'
import type { Card } from './index'

const InviteCard = later(async () => (await import('../invitations')).InviteCard)
const WaitingCard = later(async () => (await import('../passwords')).WaitingCard)
const MutedCard = later(async () => (await import('../mutes')).MutedCard)
const SettingsCard = later(async () => (await import('../settings')).SettingsCard)
const StatusCard = later(async () => (await import('../status')).StatusCard)
const StreamCard = later(async () => (await import('../streams')).StreamCard)
const AllStreams = later(async () => (await import('../streams')).AllStreams)

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
