import { signal } from '@preact/signals'
import { X } from 'lucide'
import { words } from '../words'
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

/** Milliseconds that a toast stays, longer for longer texts. */
const stay = (text: string): number => 4000 + text.length * 60

/** More than these hide the page. */
const mostShown = 3

const shown = signal<readonly Toast[]>([])
let last = 0

const drop = (id: number): void => {
  shown.value = shown.value.filter((toast) => toast.id !== id)
}

/** Says something for a while, over the page. */
export function say(text: string, action?: ToastAction): void {
  const id = ++last
  shown.value = [...shown.value, { id, text, action }].slice(-mostShown)
  setTimeout(() => drop(id), stay(text))
}

/** Dialogs that are open: what lies behind them can be neither pressed nor heard. */
export const dialogs = signal(0)

/** Where toasts are shown, and read out: on the page, or within a dialog that covers it. */
export const Toasts = ({ isWithin = false }: { isWithin?: boolean }) => (
  <div class="toasts" aria-live="polite">
    {(isWithin || dialogs.value === 0 ? shown.value : []).map(({ id, text, action }) => (
      <div key={id} class="toast">
        <span>{text}</span>
        {action && (
          <Button
            kind="quiet"
            onClick={() => {
              drop(id)
              action.onChoose()
            }}
          >
            {action.name}
          </Button>
        )}
        <IconButton icon={X} name={words.frame.close} onClick={() => drop(id)} />
      </div>
    ))}
  </div>
)
