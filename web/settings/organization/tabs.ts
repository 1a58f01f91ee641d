import type { FunctionComponent } from 'preact'
import type { Store } from '../../../client'
import { isAdministrator, isOwner, mayAddEmoji, mayInvite, mayMakeGroups } from '../../../client/policies'
import { offeredToReader } from '../../session/bot-offers'
import type { texts } from '../../i18n'
import { lazy } from '../../ui'
import { hasToDoWithBots } from './bots/rights'
import { hasToDoWithIntegrations } from './integrations/rights'

interface OrganizationTab {
  readonly id: keyof typeof texts.organization.tabs
  /** The heading above it. */
  readonly group: Exclude<keyof typeof texts.settings.groups, 'personal'>
  /** Whether the current user can change something on the tab. It is hidden otherwise. */
  readonly isFor: (store: Store) => boolean
  /** The number beside its name: how many things wait for the current user. */
  readonly waiting?: (store: Store) => number
  /** Whether items of it have addresses, as `#organization/bots/7` (`list-and-one.tsx`). */
  readonly hasItems?: true
  readonly Panel: FunctionComponent
}

/** All tabs in their order. Each one is loaded when it opens. */
export const organizationTabs: readonly OrganizationTab[] = [
  {
    id: 'profile',
    group: 'organization',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./profile')).Profile),
  },
  {
    id: 'joining',
    group: 'organization',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./joining')).Joining),
  },
  {
    id: 'permissions',
    group: 'organization',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./permissions')).Permissions),
  },
  {
    id: 'defaults',
    group: 'organization',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./defaults')).Defaults),
  },
  {
    id: 'people',
    group: 'people',
    hasItems: true,
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./people')).People),
  },
  {
    id: 'invitations',
    group: 'people',
    isFor: (store) => isAdministrator(store) || mayInvite(store),
    Panel: lazy(async () => (await import('../invitations')).Invitations),
  },
  {
    id: 'passwords',
    group: 'people',
    isFor: (store) => isAdministrator(store) && store.state.realm_password_auth_enabled.value,
    Panel: lazy(async () => (await import('../password-links')).PasswordRequests),
  },
  {
    id: 'claims',
    group: 'people',
    isFor: (store) => isOwner(store) && store.state.realm_password_auth_enabled.value,
    Panel: lazy(async () => (await import('./claims')).Claims),
  },
  {
    id: 'bots',
    group: 'people',
    hasItems: true,
    isFor: hasToDoWithBots,
    waiting: (store) => offeredToReader(store).length,
    Panel: lazy(async () => (await import('./bots')).Bots),
  },
  {
    id: 'integrations',
    group: 'people',
    hasItems: true,
    isFor: hasToDoWithIntegrations,
    Panel: lazy(async () => (await import('./integrations')).Integrations),
  },
  {
    id: 'groups',
    group: 'people',
    hasItems: true,
    isFor: mayMakeGroups,
    Panel: lazy(async () => (await import('./groups')).Groups),
  },
  {
    id: 'emoji',
    group: 'content',
    isFor: mayAddEmoji,
    Panel: lazy(async () => (await import('./emoji')).Emoji),
  },
  {
    id: 'linkifiers',
    group: 'content',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./linkifiers')).Linkifiers),
  },
  {
    id: 'playgrounds',
    group: 'content',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./playgrounds')).Playgrounds),
  },
  {
    id: 'profileFields',
    group: 'content',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./profile-fields')).ProfileFields),
  },
  {
    id: 'defaultStreams',
    group: 'content',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./default-streams')).DefaultStreams),
  },
  {
    id: 'exports',
    group: 'data',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./exports')).Exports),
  },
  {
    id: 'backups',
    group: 'data',
    isFor: isOwner,
    Panel: lazy(async () => (await import('./backups')).Backups),
  },
  {
    id: 'imports',
    group: 'data',
    isFor: isOwner,
    Panel: lazy(async () => (await import('./imports')).Imports),
  },
  {
    id: 'usage',
    group: 'data',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./usage')).Usage),
  },
  {
    id: 'storage',
    group: 'data',
    isFor: isAdministrator,
    Panel: lazy(async () => (await import('./storage')).Storage),
  },
]
