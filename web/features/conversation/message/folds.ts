import { signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { useDerived } from '../../../lib/use-derived'

/** Ids of the long messages that the user unfolded. */
const opened = signal<ReadonlySet<number>>(new Set())

/** Unfolds a long message, or folds it again. */
export function toggleFold(id: number): void {
  const others = [...opened.peek()].filter((one) => one !== id)
  opened.value = new Set(opened.peek().has(id) ? others : [...others, id])
}

const onSize = new WeakMap<Element, () => void>()
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) onSize.get(target)?.()
})

/** Finds out whether the content of a box is higher than allowed, before the browser says that its size changed. */
export const measureFold = (box: Element): void => onSize.get(box)?.()

/** Whether the content of a box is higher than allowed, and whether the user unfolded it. */
export function useFold(box: RefObject<HTMLElement | null>, id: number | undefined) {
  const isLong = useSignal(false)
  const isOpen = useDerived(() => id !== undefined && opened.value.has(id), [id])
  useLayoutEffect(() => {
    const element = box.current!
    if (id === undefined) return undefined
    onSize.set(element, () => {
      if (!isOpen.peek()) isLong.value = element.scrollHeight > element.clientHeight + 1
    })
    sizes.observe(element)
    return () => sizes.unobserve(element)
  }, [id])
  return { isLong: isLong.value || isOpen.value, isOpen: isOpen.value }
}
