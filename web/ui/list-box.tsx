import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import './list-box.css'

interface ListBoxProps<T> {
  /** For `aria-controls` of the text box. */
  readonly id: string
  readonly name: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string | number
  /** Index of the selected suggestion; -1 for none. */
  readonly active: number
  readonly onChoose: (item: T) => void
  readonly children: (item: T) => ComponentChildren
}

/** Id of an option, for `aria-activedescendant` of the text box. */
export const optionId = (id: string, index: number): string => `${id}-${index}`

/** Suggestions below or above a text box, which keeps the focus and handles the keys. */
export function ListBox<T>({ id, name, items, keyOf, active, onChoose, children }: ListBoxProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <div ref={list} id={id} class="list-box" role="listbox" aria-label={name}>
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the text box has the focus and the keys
        <div
          key={keyOf(item)}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          // Otherwise the press would move the focus out of the text box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          {children(item)}
        </div>
      ))}
    </div>
  )
}
