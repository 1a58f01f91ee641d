import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { State } from '../../../../client'
import { useStore } from '../../../session/context'

export type Linkifier = State['realm_linkifiers'][number]

/** What is being written: in place of a linkifier with its id, or as a new one. */
export type Draft = Pick<Linkifier, 'pattern' | 'url_format'>

/** The id of one that is not made yet; others begin at 1. */
export const newId = 0

/** Linkifiers that are being written, by their ids. */
export type Drafts = Signal<ReadonlyMap<number, Draft>>

export const withDraft = (drafts: Drafts, id: number, draft: Draft | null): void => {
  const next = new Map(drafts.peek())
  if (draft === null) next.delete(id)
  else next.set(id, draft)
  drafts.value = next
}

const isEmpty = ({ pattern, url_format }: Draft): boolean => pattern === '' && url_format === ''

/** What is being written, and all linkifiers as if it were kept already. */
export function useDrafts(): { drafts: Drafts; tried: ReadonlySignal<readonly Linkifier[]> } {
  const { realm_linkifiers } = useStore().state
  return useMemo(() => {
    const drafts: Drafts = signal(new Map())
    const tried = computed(() => {
      const made = drafts.value.get(newId)
      const linkifiers = realm_linkifiers.value.map((one) => ({ ...one, ...drafts.value.get(one.id) }))
      return made === undefined || isEmpty(made) ? linkifiers : [...linkifiers, { id: newId, ...made }]
    })
    return { drafts, tried }
  }, [])
}
