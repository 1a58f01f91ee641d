import type { Signal } from '@preact/signals'
import { ChevronLeft } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Avatar, Button } from '../../ui'
import './organization.css'

/** The open item of a list: its id, or `new` for the form of a new one. */
export type OpenItem = Signal<number | 'new' | null>

interface ListAndOneProps {
  readonly opened: OpenItem
  /** The open item, which replaces the list; null if none is open, or it is gone. */
  readonly one: { readonly title: string; readonly content: ComponentChildren } | null
  /** Text of the button back to the list. */
  readonly back: string
  readonly children: ComponentChildren
}

/** A list whose items open in its place. The list keeps its state meanwhile. */
export function ListAndOne({ opened, one, back, children }: ListAndOneProps) {
  const list = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const last = useRef<typeof opened.value>(null)
  const isOpen = one !== null
  const openId = isOpen ? opened.value : null

  useEffect(() => {
    if (!isOpen) opened.value = null
  }, [isOpen])
  // The focused element is hidden or gone: move the focus to the open item, or back to the row that opened it.
  useLayoutEffect(() => {
    if (openId === last.current) return
    if (openId === null) focusOf(list.current!, last.current!)?.focus()
    else {
      title.current!.closest('dialog')!.scrollTop = 0
      title.current!.focus()
    }
    last.current = openId
  }, [openId])

  return (
    <>
      <div ref={list} class="sections" hidden={isOpen}>
        {children}
      </div>
      {one && (
        <div key={opened.value} class="sections">
          <div class="page-title">
            <Button kind="quiet" icon={ChevronLeft} onClick={() => (opened.value = null)}>
              {back}
            </Button>
            <h3 ref={title} tabIndex={-1} dir="auto">
              {one.title}
            </h3>
          </div>
          {one.content}
        </div>
      )}
    </>
  )
}

const focusOf = (list: Element, id: number | 'new'): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-one='${id}']`) ?? list.querySelector<HTMLElement>('input, button')

interface ThingProps {
  readonly user: { readonly user_id: number; readonly full_name: string; readonly avatar_url: string | null }
  /** The line below the name. */
  readonly about: ComponentChildren
  readonly children: ComponentChildren
}

/** The content of a row for a person or bot, with buttons as children. */
export const Account = ({ user: { user_id, full_name, avatar_url }, about, children }: ThingProps) => (
  <>
    <Avatar user_id={user_id} name={full_name} picture={avatar_url} size={32} />
    <span class="grow">
      <bdi>{full_name}</bdi>
      <small>{about}</small>
    </span>
    {children}
  </>
)
