import { signal } from '@preact/signals'
import { X } from 'lucide'
import { words } from '../i18n/words'
import { Button, IconButton } from './button'
import './toasts.css'

/** What can be done about what a toast says. */
interface ToastAction {
  readonly name: string
  readonly onChoose: () => void
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly action: ToastAction | undefined
}

/** Milliseconds that a toast stays: longer for longer texts, and for those with something to choose. */
const stay = (text: string, action?: ToastAction): number => (action ? 8000 : 4000) + text.length * 60

/** Milliseconds for what confirms something that the reader sees anyway. */
const briefStay = 2000

/** Milliseconds after which a toast goes that somebody has pointed at or gone to. */
const pause = 1500

/** More than these hide the page. */
const mostShown = 3

const shown = signal<readonly Toast[]>([])
let last = 0

const drop = (id: number): void => {
  shown.value = shown.value.filter((toast) => toast.id !== id)
}

/** Says something for a while, over the page. A text stands there once, but for texts with actions, each of which does its own. */
export function showToast(text: string, action?: ToastAction, milliseconds = stay(text, action)): void {
  const id = ++last
  const others = shown.value.filter((toast) => toast.text !== text || toast.action !== undefined)
  shown.value = [...others, { id, text, action }].slice(-mostShown)
  function end(): void {
    // Whoever reads it, or is about to press its button, is not hurried.
    if (document.querySelector('.toasts:is(:hover, :focus-within)')) setTimeout(end, pause)
    else drop(id)
  }
  setTimeout(end, milliseconds)
}

/** Confirms in a word what somebody has just done, and sees or needs not see. */
export const showBriefToast = (text: string): void => showToast(text, undefined, briefStay)

/** Dialogs that are open: what lies behind them can be neither pressed nor heard. */
export const dialogs = signal(0)

/** A press with the pointer leaves the focus where somebody writes. */
const keepFocus = (event: Event): void => event.preventDefault()

/** Where toasts are shown, and read out: on the page, or within a dialog that covers it. */
export const Toasts = ({ isWithin = false }: { isWithin?: boolean }) => (
  // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons within have keys
  <div class="toasts" aria-live="polite" onMouseDown={keepFocus}>
    {(isWithin || dialogs.value === 0 ? shown.value : []).map(({ id, text, action }) => {
      function close({ currentTarget }: { readonly currentTarget: Element }): void {
        // What has the focus goes: keys act on the page again.
        if (currentTarget === document.activeElement) document.querySelector('main')?.focus()
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
          <IconButton icon={X} name={words.frame.close} onClick={close} />
        </div>
      )
    })}
  </div>
)
