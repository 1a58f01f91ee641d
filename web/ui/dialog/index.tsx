import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { dialogs, IconButton, Toasts } from '..'
import { words } from '../../i18n/words'
import './dialog.css'

const controls =
  ':is(input, textarea, select, button, a[href]):not(:disabled, [type=hidden], [tabindex="-1"], [type=radio]:not(:checked))'

/** A focused text box brings up the keyboard of a phone, which hides half of the dialog. */
const isTouch = matchMedia('(hover: none) and (pointer: coarse)')

/** What has the focus first. Nobody opens a dialog to close it, so it is not the button that does. */
function firstControl(dialog: HTMLDialogElement): HTMLElement | undefined {
  const named = dialog.querySelector<HTMLElement>('[data-first]')
  if (named) return named
  const all = [...dialog.querySelectorAll<HTMLElement>(`.box > :not(header) ${controls}, .box > ${controls}`)]
  const first = all.find((one) => one.checkVisibility())
  return isTouch.matches && first?.matches('input, textarea') ? undefined : first
}

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** `whole` takes the whole page. */
  readonly size?: 'usual' | 'whole'
  readonly children: ComponentChildren
}

/** A window over the page. It is open as long as it is rendered; the browser keeps the focus in it and gives it back. */
export function Dialog({ title, onClose, size = 'usual', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Not after the next frame: what is taken from the page before it is closed gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current!
    const writing = document.activeElement as HTMLTextAreaElement
    const { selectionStart, selectionEnd, value } = writing
    dialog.showModal()
    firstControl(dialog)?.focus()
    dialogs.value += 1
    // Browsers without `closedby` tell a click beside it by its target: the box itself has no room around its content.
    const onClick = (event: MouseEvent): void => {
      if (event.target === dialog) dialog.close()
    }
    dialog.addEventListener('click', onClick)
    return () => {
      dialog.removeEventListener('click', onClick)
      dialog.close()
      // Chromium gives the focus back, but not the caret: nothing could be written then. Who writes on already has one.
      if (typeof selectionEnd === 'number' && document.activeElement === writing && writing.value === value)
        writing.setSelectionRange(selectionStart, selectionEnd)
      dialogs.value -= 1
    }
  }, [])
  // The event `close` may come later than the key after Escape, which is for the page.
  function onCancel({ target }: Event): void {
    if (target !== ref.current) return
    ref.current!.close()
    onClose()
  }

  return (
    <dialog
      ref={ref}
      class={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={onCancel}
      // One that is not there any more tells that it was closed, too.
      onClose={() => ref.current && onClose()}
    >
      <div class="box">
        <header>
          <h2 id={id} dir="auto">
            {title}
          </h2>
          <IconButton icon={X} name={words.frame.close} onClick={() => ref.current!.close()} />
        </header>
        {children}
      </div>
      <Toasts isWithin />
    </dialog>
  )
}
