import { useSignal } from '@preact/signals'
import type { ComponentChildren, Ref } from 'preact'
import { useId } from 'preact/hooks'
import { ListBox, optionId } from '..'
import './combobox.css'

interface FinderProps<T> {
  readonly name: string
  readonly value: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  readonly placeholder?: string
  readonly maxLength: number
  /** Whether Enter takes the typed text unless a suggestion is selected. Otherwise the first suggestion is always selected. */
  readonly isFree?: boolean
  /** Whether no suggestions are shown on focus, before something is typed. */
  readonly isQuiet?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  readonly onType: (text: string) => void
  readonly onChoose: (item: T) => void
  readonly onFocus?: () => void
  /** Called on blur. */
  readonly onLeave?: () => void
  /** Called on Backspace in the empty box. */
  readonly onEmptied?: () => void
  readonly children: (item: T) => ComponentChildren
}

/** A one-line text box with suggestions above it. */
export function Combobox<T>({ name, value, items, keyOf, isFree = false, isQuiet = false, ...props }: FinderProps<T>) {
  const id = useId()
  const isOpen = useSignal(false)
  const none = isFree ? -1 : 0
  const active = useSignal(none)
  const isShown = isOpen.value && items.length > 0
  const index = Math.min(active.value, items.length - 1)

  function choose(item: T): void {
    props.onChoose(item)
    isOpen.value = false
    active.value = none
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      if (isShown) active.value = (index + step + items.length) % items.length
      isOpen.value = true
    } else if (event.key === 'Escape' && isShown) isOpen.value = false
    else if (
      (event.key === 'Enter' || event.key === 'Tab') &&
      isShown &&
      index >= 0 &&
      (value !== '' || event.key === 'Enter')
    ) {
      choose(items[index]!)
      if (event.key === 'Tab') return
    } else if (event.key === 'Enter') isOpen.value = false
    else {
      if (event.key === 'Backspace' && value === '') props.onEmptied?.()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <span class="finder">
      <input
        ref={props.inputRef ?? null}
        role="combobox"
        dir="auto"
        aria-label={name}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={isShown && index >= 0 ? optionId(id, index) : undefined}
        autocomplete="off"
        value={value}
        placeholder={props.placeholder ?? name}
        maxLength={props.maxLength}
        onInput={({ currentTarget }) => {
          isOpen.value = true
          active.value = none
          props.onType(currentTarget.value)
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          isOpen.value = !isQuiet
          props.onFocus?.()
        }}
        onBlur={() => {
          isOpen.value = false
          props.onLeave?.()
        }}
      />
      {isShown && (
        <ListBox id={id} name={name} items={items} keyOf={keyOf} active={index} onChoose={choose}>
          {props.children}
        </ListBox>
      )}
    </span>
  )
}
