import type { FunctionComponent } from 'preact'
import type { Store } from '../../client'
import { offeredToReader } from '../bars'
import type { laterWords } from '../later-words'
import { later } from '../parts'
import { admits } from '../policies'
import { hasToDoWithBots } from './bots/rights'

/** A tab of the settings of the organization. */
interface OrganizationTab {
  readonly id: keyof typeof laterWords.organization.tabs
  /** Whether the reader may change something on it. To others it is not shown. */
  readonly isFor: (store: Store) => boolean
  /** How much waits on it for the reader, which stands behind its name. */
  readonly waiting?: (store: Store) => number
  readonly Panel: FunctionComponent
}

const isForAdministrators = ({ state }: Store): boolean => state.is_admin.value

/** The tabs in their order. Each is loaded when it is opened. */
export const organizationTabs: readonly OrganizationTab[] = [
  {
    id: 'profile',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./profile')).Profile),
  },
  {
    id: 'joining',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./joining')).Joining),
  },
  {
    id: 'permissions',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./permissions')).Permissions),
  },
  {
    id: 'defaults',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./defaults')).Defaults),
  },
  {
    id: 'people',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./people')).People),
  },
  {
    id: 'invitations',
    isFor: (store) => isForAdministrators(store) || store.state.can_invite_others_to_realm.value,
    Panel: later(async () => (await import('../invitations')).Invitations),
  },
  {
    id: 'passwords',
    isFor: (store) => isForAdministrators(store) && store.state.realm_password_auth_enabled.value,
    Panel: later(async () => (await import('../passwords')).Waiting),
  },
  {
    id: 'bots',
    isFor: hasToDoWithBots,
    waiting: (store) => offeredToReader(store).length,
    Panel: later(async () => (await import('./bots')).Bots),
  },
  {
    id: 'groups',
    isFor: (store) => admits(store.state.realm_user_group_edit_policy.value, store),
    Panel: later(async () => (await import('./groups')).Groups),
  },
  {
    id: 'emoji',
    isFor: (store) => admits(store.state.realm_add_custom_emoji_policy.value, store),
    Panel: later(async () => (await import('./emoji')).Emoji),
  },
  {
    id: 'linkifiers',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./linkifiers')).Linkifiers),
  },
  {
    id: 'playgrounds',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./playgrounds')).Playgrounds),
  },
  {
    id: 'profileFields',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./profile-fields')).ProfileFields),
  },
  {
    id: 'defaultStreams',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./default-streams')).DefaultStreams),
  },
  {
    id: 'exports',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./exports')).Exports),
  },
  {
    id: 'usage',
    isFor: isForAdministrators,
    Panel: later(async () => (await import('./usage')).Usage),
  },
]
