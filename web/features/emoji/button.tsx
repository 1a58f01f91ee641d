import { useSignal, type Signal } from '@preact/signals'
import type { IconNode } from 'lucide'
import { useId } from 'preact/hooks'
import { IconButton, lazy } from '../../ui'
import type { Emoji } from './emoji'

const Picker = lazy(async () => (await import('./picker')).Picker)

interface EmojiButtonProps {
  readonly icon: IconNode
  readonly name: string
  /** Set it to true to open the picker by something else than the button. */
  readonly isOpen?: Signal<boolean>
  readonly onChoose: (emoji: Emoji) => void
  readonly onClose?: () => void
}

/** A button that opens the emoji picker, which is loaded then. */
export function EmojiButton({ icon, name, onChoose, onClose, ...props }: EmojiButtonProps) {
  const id = useId()
  const ownIsOpen = useSignal(false)
  const isOpen = props.isOpen ?? ownIsOpen
  function close(): void {
    isOpen.value = false
    onClose?.()
  }
  return (
    <>
      <IconButton
        icon={icon}
        name={name}
        // Lets the browser close the picker when the button is pressed again.
        popovertarget={isOpen.value ? id : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen.value}
        style={{ 'anchor-name': `--${id}` }}
        onClick={() => (isOpen.value = true)}
      />
      {isOpen.value && <Picker id={id} onChoose={onChoose} onClose={close} />}
    </>
  )
}
