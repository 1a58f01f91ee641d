import { useComputed, type ReadonlySignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { texts } from '../../i18n'
import { MutedList } from '../../features/people/mutes'
import { organizationTabs } from '../organization'
import { useStore } from '../../session/context'
import { lazy } from '../../ui'
import { Account } from './account'
import { Files } from './files'
import { General } from './general'
import { Notifications } from './notifications'
import { Profile } from './profile'
import { Sessions } from './sessions'

/** A heading above some tabs. */
export type Group = keyof typeof texts.settings.groups

export interface Tab {
  readonly id: string
  readonly name: string
  readonly address: string
  /** Whether its address can go on with an item that is open on it. */
  readonly hasItems?: boolean
  readonly group: Group
  readonly Panel: FunctionComponent
}

const ownTabs = [
  { id: 'general', Panel: General },
  { id: 'profile', Panel: Profile },
  { id: 'account', Panel: Account },
  { id: 'notifications', Panel: Notifications },
  { id: 'sessions', Panel: Sessions },
  { id: 'files', Panel: Files },
  { id: 'data', Panel: lazy(async () => (await import('./own-data')).OwnData) },
  { id: 'muted', Panel: MutedList },
] as const

/** The tabs that the current user may see: first the personal ones, then those of the organization. */
export function useTabs(): ReadonlySignal<readonly Tab[]> {
  const store = useStore()
  return useComputed(() => {
    const own = ownTabs.map(({ id, Panel }) => ({
      id,
      name: texts.settings.tabs[id],
      address: `#settings/${id}`,
      group: 'personal' as const,
      Panel,
    }))
    const shared = organizationTabs.filter(({ isFor }) => isFor(store))
    const ofOrganization = shared.map(({ id, group, hasItems = false, waiting = () => 0, Panel }) => ({
      id: `organization-${id}`,
      name: withCount(texts.organization.tabs[id], waiting(store)),
      // In addresses there are no capitals.
      address: `#organization/${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      hasItems,
      group,
      Panel,
    }))
    return [...own, ...ofOrganization]
  })
}

/** The name of a tab, with the number of things that wait there. */
const withCount = (name: string, count: number): string => (count === 0 ? name : texts.settings.waiting(name, count))

/** Tabs by their groups, in their order. */
export function groupsOf(tabs: readonly Tab[]): readonly { readonly group: Group; readonly tabs: readonly Tab[] }[] {
  const groups = [...new Set(tabs.map(({ group }) => group))]
  return groups.map((group) => ({ group, tabs: tabs.filter((tab) => tab.group === group) }))
}
