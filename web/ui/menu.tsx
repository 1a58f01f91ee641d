import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Icon } from './icon'
import './menu.css'

export interface MenuItem {
  readonly name: string
  readonly icon?: IconNode
  readonly onChoose: () => void
}

interface MenuProps {
  /** What the button that opens it is called. */
  readonly name: string
  readonly items: readonly MenuItem[]
  /** What stands in the button. */
  readonly children: ComponentChildren
  /** What stands above the items. */
  readonly heading?: ComponentChildren
}

/** Menus so far. `useId` would begin anew in each block of code, which is a tree of its own. */
let made = 0

/** A button that opens a list of things to do. The browser closes it and puts it above everything else. */
export function Menu({ name, items, children, heading }: MenuProps) {
  const [id] = useState(() => `menu-${(made += 1)}`)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const anchor = { '--anchor': `--${id}` }

  const entries = (): HTMLElement[] => [...list.current!.querySelectorAll<HTMLElement>('[role=menuitem]')]

  function onToggle({ newState }: { readonly newState: string }): void {
    // What it belongs to may be gone by now.
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
              // With the opening, not after it: the next key is for the menu.
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
