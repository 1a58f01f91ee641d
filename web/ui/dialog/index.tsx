import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { dialogs, IconButton, Toasts } from '..'
import { texts } from '../../i18n'
import { isTouch } from '../is-touch'
import './dialog.css'

const controls =
  ':is(input, textarea, select, button, a[href]):not(:disabled, [type=hidden], [tabindex="-1"], [type=radio]:not(:checked))'

/** What gets the focus when the dialog opens; never the close button. Undefined: nothing, so that no phone keyboard opens. */
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
  /** `whole` fills the page. */
  readonly size?: 'usual' | 'whole'
  readonly children: ComponentChildren
}

/** A modal dialog. It is open while it is rendered. The browser traps the focus and returns it at the end. */
export function Dialog({ title, onClose, size = 'usual', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A layout effect, because its cleanup must close the dialog before it leaves the DOM: otherwise the focus does not return.
  useLayoutEffect(() => {
    const dialog = ref.current!
    const writing = document.activeElement as HTMLTextAreaElement
    const { selectionStart, selectionEnd, value } = writing
    dialog.showModal()
    firstControl(dialog)?.focus()
    dialogs.value += 1
    // For browsers without `closedby`: a click on the backdrop has the dialog as its target, since `.box` fills it.
    const onClick = (event: MouseEvent): void => {
      if (event.target === dialog) dialog.close()
    }
    dialog.addEventListener('click', onClick)
    return () => {
      dialog.removeEventListener('click', onClick)
      dialog.close()
      // Chromium returns the focus but not the caret, so the user could not type. A user who has typed since has one.
      if (typeof selectionEnd === 'number' && document.activeElement === writing && writing.value === value)
        writing.setSelectionRange(selectionStart, selectionEnd)
      dialogs.value -= 1
    }
  }, [])
  // The event `close` can come after the keydown that follows Escape. That key belongs to the page, so close at once.
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
      // A dialog that has left the DOM fires `close`, too.
      onClose={() => ref.current && onClose()}
    >
      <div class="box">
        <header>
          <h2 id={id} dir="auto">
            {title}
          </h2>
          <IconButton icon={X} name={texts.layout.close} onClick={() => ref.current!.close()} />
        </header>
        {children}
      </div>
      <Toasts isWithin />
    </dialog>
  )
}
