import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Store } from '../../../../client'
import { openKey } from '../../../ui/list'
import { groupsOf, type Entry, type Group } from './groups'

/** The groups of the inbox. A conversation that the user reads beside the list stays in its place until they open another one. */
export function useGroups(store: Store): readonly Group[] {
  const opened = useRef<Entry | null>(null)
  return useComputed(() => {
    const all = groupsOf(store)
    const key = openKey(store.user_id)
    const found = all.flatMap(({ entries }) => entries).find((entry) => entry.key === (key ?? opened.current?.key))
    if (key !== null && key !== opened.current?.key) opened.current = found ?? null
    else if (found) opened.current = found
    const { current } = opened
    return current === null || found?.key === current.key ? all : groupsOf(store, { ...current, count: 0, mentions: 0 })
  }).value
}
