import { ChevronLeft } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { texts } from '../../i18n'
import { replaceAddress } from '../../routes/dialog-history'
import { dialogAddress } from '../../routes/history'
import { Avatar, Button } from '../../ui'
import './organization.css'

/** The open item of a list: its id, or `new` for the form of a new one; null if none is open. */
type ItemId = number | 'new' | null

interface OpenItem {
  readonly opened: ItemId
  readonly open: (item: ItemId) => void
}

/** The item of a list that is open by the address, as in `#organization/bots/7`. */
export function useOpenItem(list: 'bots' | 'groups' | 'integrations' | 'people'): OpenItem {
  const address = `#organization/${list}`
  const [before, item = ''] = (dialogAddress.value ?? '').split(`${address}/`)
  return {
    opened: before === '' && item !== '' ? (item === 'new' ? item : Number(item)) : null,
    open: (next) => replaceAddress(next === null ? address : `${address}/${next}`),
  }
}

interface ListAndOneProps {
  readonly item: OpenItem
  /** The open item, which replaces the list; null if none is open, or it is gone. */
  readonly one: { readonly title: string; readonly content: ComponentChildren } | null
  /** Text of the button back to the list. */
  readonly back: string
  readonly children: ComponentChildren
}

/** A list whose items open in its place. The list keeps its state meanwhile. */
export function ListAndOne({ item: { opened, open }, one, back, children }: ListAndOneProps) {
  const list = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const last = useRef<ItemId>(null)
  /** The item that was open last. */
  const lastOpen = useRef<ItemId>(null)
  const isOpen = one !== null
  const openId = isOpen ? opened : null

  useEffect(() => {
    // The open item is gone, or the user lost the right to it.
    if (isOpen) lastOpen.current = opened
    else if (opened !== null && opened === lastOpen.current) open(null)
  }, [isOpen, opened])
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
      {opened !== null && !isOpen && opened !== lastOpen.current && (
        <p class="notice" role="alert">
          {texts.settings.noItem}
        </p>
      )}
      <div ref={list} class="sections" hidden={isOpen}>
        {children}
      </div>
      {one && (
        <div key={opened} class="sections">
          <div class="item-title">
            <Button kind="quiet" icon={ChevronLeft} onClick={() => open(null)}>
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
