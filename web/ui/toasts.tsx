import { signal } from '@preact/signals'
import { X } from 'lucide'
import { texts } from '../i18n'
import { Button, IconButton } from './button'
import { focusMain } from './focus'
import './toasts.css'

/** A button in a toast. */
interface ToastAction {
  readonly name: string
  readonly onChoose: () => void
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly action: ToastAction | undefined
}

/** Milliseconds that a toast is shown: longer with a long text or a button. */
const durationMs = (text: string, action?: ToastAction): number => (action ? 8000 : 4000) + text.length * 60

/** Milliseconds for a confirmation of something that the user sees anyway. */
const briefStay = 2000

/** Milliseconds between two checks whether the pointer or the focus has left the toasts. */
const pause = 1500

/** More toasts would hide the page. */
const maxToasts = 3

const shownToasts = signal<readonly Toast[]>([])
let last = 0

const drop = (id: number): void => {
  shownToasts.value = shownToasts.value.filter((toast) => toast.id !== id)
}

/** Shows a toast. It replaces one with the same text, unless that one has a button, which may do something else. */
export function showToast(text: string, action?: ToastAction, milliseconds = durationMs(text, action)): void {
  const id = ++last
  const others = shownToasts.value.filter((toast) => toast.text !== text || toast.action !== undefined)
  shownToasts.value = [...others, { id, text, action }].slice(-maxToasts)
  function end(): void {
    // Do not remove a toast that the user is reading or about to click.
    if (document.querySelector('.toasts:is(:hover, :focus-within)')) setTimeout(end, pause)
    else drop(id)
  }
  setTimeout(end, milliseconds)
}

/** Briefly confirms what the user has just done. */
export const showBriefToast = (text: string): void => showToast(text, undefined, briefStay)

/** Number of open dialogs. What is behind them can be neither clicked nor read out. */
export const dialogs = signal(0)

/** A click on a toast must not take the focus out of a text box. */
const keepFocus = (event: Event): void => event.preventDefault()

/** Where toasts are shown and read out: on the page, or in the dialog that covers it. */
export const Toasts = ({ isWithin = false }: { isWithin?: boolean }) => (
  // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons within have keys
  <div class="toasts" aria-live="polite" onMouseDown={keepFocus}>
    {(isWithin || dialogs.value === 0 ? shownToasts.value : []).map(({ id, text, action }) => {
      function close({ currentTarget }: { readonly currentTarget: Element }): void {
        // The focused button disappears: move the focus, so that shortcuts work again.
        if (currentTarget === document.activeElement) focusMain()
        drop(id)
      }
      return (
        <div key={id} class="toast">
          <span>{text}</span>
          {action && (
            <Button
              kind="quiet"
              onClick={(event) => {
                close(event)
                action.onChoose()
              }}
            >
              {action.name}
            </Button>
          )}
          <IconButton icon={X} name={texts.layout.close} onClick={close} />
        </div>
      )
    })}
  </div>
)
