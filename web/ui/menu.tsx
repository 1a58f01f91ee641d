import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useSignalEffect, type Signal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import { Icon } from './icon'
import './menu.css'

export interface MenuItem {
  readonly name: string
  readonly icon?: IconNode
  readonly onChoose: () => void
}

interface MenuProps {
  /** Accessible name of the button. */
  readonly name: string
  readonly items: readonly MenuItem[]
  /** Content of the button. */
  readonly children: ComponentChildren
  /** Shown above the items. */
  readonly heading?: ComponentChildren
  /** Set it to true to open the menu by something else than its button. */
  readonly isOpen?: Signal<boolean>
}

/** Counts the menus. `useId` would repeat ids, because each block of code in a message is a separate Preact tree. */
let made = 0

/** A button with a menu, which is a popover: the browser closes it and puts it on top. */
export function Menu({ name, items, children, heading, isOpen }: MenuProps) {
  const [id] = useState(() => `menu-${(made += 1)}`)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const anchor = { '--anchor': `--${id}` }

  const entries = (): HTMLElement[] => [...list.current!.querySelectorAll<HTMLElement>('[role=menuitem]')]

  useSignalEffect(() => {
    if (isOpen?.value && !list.current!.matches(':popover-open')) list.current!.showPopover()
  })

  function onToggle({ newState }: { readonly newState: string }): void {
    if (isOpen) isOpen.value = newState === 'open'
    // The menu may be closing because its button has left the DOM.
    button.current?.setAttribute('aria-expanded', String(newState === 'open'))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const all = entries()
    const index = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Tab') list.current!.hidePopover()
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)!.focus()
  }

  function choose(item: MenuItem): void {
    list.current!.hidePopover()
    item.onChoose()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        class="menu-button"
        style={anchor}
        popovertarget={id}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-label={name}
        title={name}
      >
        {children}
      </button>
      <div ref={list} id={id} class="menu" popover="auto" style={anchor} onToggle={onToggle}>
        {heading}
        <div role="menu" aria-label={name} tabIndex={-1} onKeyDown={onKeyDown}>
          {items.map((item, at) => (
            <button
              key={item.name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              // As an attribute, so that opening moves the focus at once and the next key goes to the menu.
              autofocus={at === 0}
              onClick={() => choose(item)}
            >
              {item.icon && <Icon of={item.icon} size={16} />}
              {item.name}
            </button>
          ))}
        </div>
      </div>
    </>
  )
}
