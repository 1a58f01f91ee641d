import { useComputed, type ReadonlySignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { laterWords } from '../../i18n/later-words'
import { Muted } from '../../features/people/mutes'
import { organizationTabs } from '../organization'
import { useStore } from '../../session/context'
import { Account } from './account'
import { Files } from './files'
import { General } from './general'
import { Notifications } from './notifications'
import { Profile } from './profile'
import { Sessions } from './sessions'

/** A heading above some tabs. */
export type Group = keyof typeof laterWords.settings.groups

export interface Tab {
  readonly id: string
  readonly name: string
  readonly group: Group
  readonly Panel: FunctionComponent<{ readonly onLeave: () => void }>
}

const ownTabs = [
  { id: 'general', Panel: General },
  { id: 'profile', Panel: Profile },
  { id: 'account', Panel: Account },
  { id: 'notifications', Panel: Notifications },
  { id: 'sessions', Panel: Sessions },
  { id: 'files', Panel: Files },
  { id: 'muted', Panel: Muted },
] as const

/** The tabs that the current user may see: first the personal ones, then those of the organization. */
export function useTabs(): ReadonlySignal<readonly Tab[]> {
  const store = useStore()
  return useComputed(() => {
    const own = ownTabs.map(({ id, Panel }) => ({
      id,
      name: laterWords.settings.tabs[id],
      group: 'personal' as const,
      Panel,
    }))
    const shared = organizationTabs.filter(({ isFor }) => isFor(store))
    const ofOrganization = shared.map(({ id, group, waiting = () => 0, Panel }) => ({
      id: `organization-${id}`,
      name: laterWords.settings.waiting(laterWords.organization.tabs[id], waiting(store)),
      group,
      Panel,
    }))
    return [...own, ...ofOrganization]
  })
}

/** Tabs by their groups, in their order. */
export function groupsOf(tabs: readonly Tab[]): readonly { readonly group: Group; readonly tabs: readonly Tab[] }[] {
  const groups = [...new Set(tabs.map(({ group }) => group))]
  return groups.map((group) => ({ group, tabs: tabs.filter((tab) => tab.group === group) }))
}
