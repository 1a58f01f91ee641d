import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { State } from '../../../../client'
import { useStore } from '../../../session/context'

export type Linkifier = State['realm_linkifiers'][number]

/** An unsaved linkifier: a change of the one with its id, or a new one. */
export type Draft = Pick<Linkifier, 'pattern' | 'url_format'>

/** The key of a new linkifier among drafts; the ids of the server begin at 1. */
export const newId = 0

/** Unsaved linkifiers by their ids. */
export type Drafts = Signal<ReadonlyMap<number, Draft>>

export const withDraft = (drafts: Drafts, id: number, draft: Draft | null): void => {
  const next = new Map(drafts.peek())
  if (draft === null) next.delete(id)
  else next.set(id, draft)
  drafts.value = next
}

const isEmpty = ({ pattern, url_format }: Draft): boolean => pattern === '' && url_format === ''

/** The drafts, and in `tried` all linkifiers as if the drafts were saved. */
export function useDrafts(): { drafts: Drafts; tried: ReadonlySignal<readonly Linkifier[]> } {
  const { realm_linkifiers } = useStore().state
  return useMemo(() => {
    const drafts: Drafts = signal(new Map())
    const tried = computed(() => {
      const newDraft = drafts.value.get(newId)
      const linkifiers = realm_linkifiers.value.map((one) => ({ ...one, ...drafts.value.get(one.id) }))
      return newDraft === undefined || isEmpty(newDraft) ? linkifiers : [...linkifiers, { id: newId, ...newDraft }]
    })
    return { drafts, tried }
  }, [])
}
