import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { texts } from '../../i18n'
import { Button } from '..'

interface MoreProps<T> {
  readonly items: readonly T[]
  readonly children: (item: T) => ComponentChildren
}

/** Rows before the first "more". */
const rowsPerStep = 50

/** The visible items, and a button to show more of them; false if all are visible. */
export function useMore<T>(items: readonly T[]): { shown: readonly T[]; more: ComponentChildren } {
  const count = useSignal(rowsPerStep)
  const hiddenCount = items.length - count.value
  const more = hiddenCount > 0 && (
    <Button kind="quiet" onClick={() => (count.value += rowsPerStep * 2)}>
      {texts.forms.more(hiddenCount)}
    </Button>
  )
  return { shown: items.slice(0, count.value), more }
}

/** A long list with a button to show more of it. */
export function More<T>({ items, children }: MoreProps<T>) {
  const { shown, more } = useMore(items)
  return (
    <>
      <ul class="rows">{shown.map(children)}</ul>
      {more}
    </>
  )
}
